// Starts the worker that keeps pages for reading without a network, the button of a set, and the
// list of what is kept. Most of their code is loaded after the page, and only by pages that need
// it.
import { of } from "../search/common.js"

const script = /** @type {HTMLScriptElement} */ (document.currentScript)
const { search: version } = new URL(script.src)
const site = new URL("../", script.src)
/**
 * @type {ServiceWorkerContainer | undefined} pages opened as files have none, nor have insecure
 *   ones
 */
const container = location.protocol === "file:" ? undefined : navigator.serviceWorker

/**
 * Show what only scripts can do. This happens before the page is painted, so that nothing moves
 * later.
 */
function shown() {
  /** @type {HTMLTemplateElement | null} */
  const template = document.querySelector("#rb-keeping")
  if (!template || !container) return undefined
  const part = /** @type {HTMLElement} */ (template.content.firstElementChild)
  template.before(part)
  return part
}

/** @param {ServiceWorkerContainer} workers */
async function register(workers) {
  const isControlled = Boolean(workers.controller)
  // The worker of a new site renews what is kept as soon as it takes over.
  workers.addEventListener("controllerchange", () => workers.controller?.postMessage({}))
  try {
    await workers.register(new URL("sw.js", site))
    const files = performance.getEntriesByType("resource").map(({ name }) => name)
    const { active } = await workers.ready
    active?.postMessage({ read: isControlled ? [] : [location.href, ...files] })
  } catch {
    // Storage may be forbidden, or the network may be gone. Then pages are read as without the
    // worker.
  }
}

/** @param {HTMLElement} part */
async function load(part) {
  try {
    /** @type {typeof import("../offline/keeping.js")} */
    const keeping = await import(new URL(`offline/keeping.js${version}`, site).href)
    await keeping.start(part, site.href)
  } catch {
    of(part, "[role=status]").textContent = part.dataset.lost ?? ""
  }
}

const part = shown()
// After everything that the page itself loads.
addEventListener("load", () => {
  if (container) setTimeout(register, 0, container)
  if (part) setTimeout(load, 0, part)
})
