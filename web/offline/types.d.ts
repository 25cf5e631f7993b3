// The types of service workers. TypeScript has them only in a library that contradicts the one of
// pages.

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: { read?: string[] }
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The response that the browser requested while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export interface Scope {
  readonly location: WorkerLocation
  readonly navigator: WorkerNavigator
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", heard: (event: ExtendableEvent) => void): void
  addEventListener(type: "message", heard: (event: ExtendableMessageEvent) => void): void
  addEventListener(type: "fetch", heard: (event: FetchEvent) => void): void
}

interface WorkerLocation {
  readonly href: string
}

interface WorkerNavigator {
  readonly languages: readonly string[]
}
