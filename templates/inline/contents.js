// Open the table of contents if there is room beside the page.
document.currentScript.previousElementSibling.open = matchMedia("(min-width: 60em)").matches
