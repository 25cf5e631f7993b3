// The module that generator/search/indexing.py makes from Pagefind's own script; see https://pagefind.app/docs/api/.

export interface Instance {
  search(text: string): Promise<{ results: { id: string; score: number }[] }>
  filters(): Promise<unknown>
}

/** Create a new Pagefind that uses this `fetch` and `setTimeout`. */
export function library(
  fetch: (url: string) => Promise<Response>,
  setTimeout: (done: () => void) => unknown,
): { createInstance(options: { basePath: string; noWorker: boolean }): Instance }
