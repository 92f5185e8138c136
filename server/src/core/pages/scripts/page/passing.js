// Forms that are sent, and pages that only pass through here.

// A second press does nothing. Coming back with the back button makes the form whole again.
export function sendOnce(form) {
  const button = form.querySelector('button[data-busy]')
  if (!button) return
  const words = [...button.childNodes]
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = button.dataset.busy
  })
  addEventListener('pageshow', () => {
    button.removeAttribute('aria-disabled')
    button.replaceChildren(...words)
  })
}

export function tellBrowserFacts() {
  const facts = {
    browserJavaScript: 'true',
    browserScreenWidth: screen.width,
    browserScreenHeight: screen.height,
    browserColorDepth: screen.colorDepth,
    browserTimeZone: new Date().getTimezoneOffset(),
    browserJavaEnabled: Boolean(navigator.javaEnabled?.()),
  }
  for (const [name, value] of Object.entries(facts)) {
    for (const input of document.querySelectorAll(`input[name="${name}"]`)) input.value = String(value)
  }
}

// A redirect form submits itself and a redirect link is followed, unless the shopper came back to it: then they press it.
export function passOn() {
  const way = document.querySelector('[data-pass-on]')
  const [visit] = performance.getEntriesByType('navigation')
  if (!way || visit?.type === 'back_forward') return
  const { origins: allowed } = way.dataset
  if (window === parent || !allowed) return leaveBy(way)
  // In a frame, the store's page may have a helper of ours that takes the way back to the whole window.
  const patience = setTimeout(() => leaveBy(way), 500)
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origins.includes(origin) && data?.florin === 'taken') clearTimeout(patience)
  })
  const origins = allowed.split(' ')
  for (const origin of origins) parent.postMessage({ florin: 'return', url: location.href }, origin)
}

// A form may have a field of any name, also one that hides its own `submit`.
function leaveBy(way) {
  if (way instanceof HTMLAnchorElement) location.replace(way.href)
  else HTMLFormElement.prototype.submit.call(way)
}

export function lookAgain() {
  const page = document.querySelector('[data-look-again]')
  if (page) setTimeout(() => location.replace(page.href), Number(page.dataset.lookAgain) * 1000)
}

export function lookWhenTold() {
  const page = document.querySelector('[data-live]')
  if (!page) return
  const source = new EventSource(page.dataset.live)
  source.addEventListener('answered', () => {
    source.close()
    location.replace(page.href)
  })
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.replace(page.href), 5000)
  })
}
