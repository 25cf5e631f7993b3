// Insert what is in the template before this script: it needs scripts, so that pages without them do not have it.
document.currentScript.previousElementSibling.replaceWith(document.currentScript.previousElementSibling.content)
