// Open what is folded around the part that the address names, and mark a ruling. Browsers do this only once the page has loaded, and would move
// all that is below.
{
const target = document.getElementById(location.hash.slice(1))
for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true
target?.closest(".ruling, .paragraph")?.classList.add("linked")
}
