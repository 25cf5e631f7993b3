// In a whole document: stays at the part that the address names while what is above it gets its
// real height (styles/page/set/document.css).
const FRAMES = 12 // what comes into sight has its real height after a few

function settle(frames = FRAMES) {
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
  if (frames) requestAnimationFrame(() => settle(frames - 1))
}

if (document.querySelector(".entries")) {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType("navigation")
  )
  if (visit?.type === "navigate") settle() // otherwise the browser returns to where the reader was
  addEventListener("hashchange", () => settle())
}
