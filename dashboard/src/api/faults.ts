/** Nothing that the page shows: the pattern of its address, the kind of the error and places in our own scripts. */
export type PageFault = { page: string; fault: string; places?: string }

/** What is reported of an error; nothing of a request that was refused or given up, which is no fault of the page. */
export function faultOf(error: unknown, page: string): PageFault | undefined {
  const { name, stack = '' } = error instanceof Error ? error : { name: 'Thrown' }
  if (name === 'ApiError' || name === 'AbortError') return undefined
  const places = [...stack.matchAll(/\/([\w.-]+\.js:\d+:\d+)/g)].map(([, place]) => place).slice(0, placesMax)
  return {
    page,
    fault: /^\w{1,60}$/.test(name) ? name : 'Error',
    ...(places.length > 0 && { places: places.join(' ') }),
  }
}
const placesMax = 10
