// Shows the payment page above the store's page when one of its buttons is pressed (wire fact 1.10). The page names the
// buttons in `twispayButtonsSelectors`, and its forms in `twispayFormSelectors` where the buttons are not within them. A
// form holds the signed request (`jsonRequest`, `checksum`) and is posted as ever, into a frame of this page.
;(() => {
  const home = new URL(document.currentScript.src).origin
  const texts = JSON.parse('TEXTS')
  const text = texts[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? texts.en
  let opened

  document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', begin) : begin()
  addEventListener('message', goBack)

  function begin() {
    for (const button of found(window.twispayButtonsSelectors))
      button.addEventListener('click', (event) => open(event, button))
  }

  function found(selectors) {
    return [selectors ?? []].flat().flatMap((selector) => [...document.querySelectorAll(selector)])
  }

  function open(event, button) {
    const form = button.form ?? button.closest('form') ?? found(window.twispayFormSelectors)[0]
    if (!form || new URL(form.action).origin !== home) return
    event.preventDefault()
    if (opened || !form.reportValidity()) return
    const frame = document.createElement('iframe')
    frame.name = `florin-${Date.now()}`
    frame.title = text.frameTitle
    frame.allow = 'payment *; publickey-credentials-get *'
    style(frame, { width: '100%', height: '100%', border: '0' })
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', text.frameTitle)
    style(dialog, {
      width: 'min(100%, 64rem)',
      height: '100%',
      'max-width': '100%',
      'max-height': '100%',
      padding: '0',
      border: '0',
    })
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = '×'
    close.setAttribute('aria-label', text.close)
    style(close, {
      position: 'absolute',
      'inset-block-start': '0.5rem',
      'inset-inline-end': '0.5rem',
      width: '2.75rem',
      height: '2.75rem',
      font: '1.5rem/1 sans-serif',
    })
    close.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => {
      dialog.remove()
      opened = undefined
      button.focus()
    })
    // The first one gets the focus, and Escape is heard there.
    dialog.append(close, frame)
    document.body.append(dialog)
    dialog.showModal()
    opened = frame
    const { target } = form
    form.target = frame.name
    form.submit()
    form.target = target
  }

  // The way back to the store is one of the whole window.
  function goBack({ origin, source, data }) {
    if (origin !== home || source !== opened?.contentWindow || data?.florin !== 'return') return
    const url = new URL(data.url)
    if (url.origin !== home) return
    source.postMessage({ florin: 'taken' }, home)
    location.assign(url)
  }

  function style(element, rules) {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value)
  }
})()
