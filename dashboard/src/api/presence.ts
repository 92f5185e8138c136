/** What a person does at a page; also that the page is shown again. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus', 'visibilitychange'] as const
/** What a page reads for so long after the last sign is read for the person. */
const presentMs = 60_000

/** A page is opened by a person. */
let lastSignAt = performance.now()
for (const sign of signs)
  window.addEventListener(
    sign,
    () => {
      if (!document.hidden) lastSignAt = performance.now()
    },
    { capture: true, passive: true },
  )

/**
 * What a request says when this page was not touched for a while: it reads again by itself, which is no use of the
 * session. So a page that was left open does not keep it alive.
 */
export const ofPresence = (): Readonly<Record<string, string>> =>
  performance.now() - lastSignAt > presentMs ? { 'florin-background': '1' } : {}
