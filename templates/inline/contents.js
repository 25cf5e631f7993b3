// The table of contents is open where there is room beside the page.
document.currentScript.previousElementSibling.open = matchMedia("(min-width: 60em)").matches
