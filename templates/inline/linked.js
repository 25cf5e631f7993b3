// Open what is folded around the part that the address names, and mark a ruling. Browsers do this only once the page has loaded, and would move
// all that is below; older ones do not open what a link on the page leads to.
{
const reveal = (event) => {
const target = document.getElementById(location.hash.slice(1))
for (let fold; (fold = target?.closest("details:not([open])")); event && target.scrollIntoView()) fold.open = true
document.querySelector(".linked")?.classList.remove("linked")
target?.closest(".ruling, .paragraph")?.classList.add("linked")
}
reveal()
addEventListener("hashchange", reveal)
}
