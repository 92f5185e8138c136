// What the form puts into the store's page: a frame, and words of its own beside it.
export function makeFrame({ title, height }) {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'payment *; publickey-credentials-get *'
  style(frame, { display: 'block', width: '100%', height, border: '0', 'color-scheme': 'normal' })
  return frame
}

// The bank's page is shown above everything else, and nothing below it is scrolled. `height`: of the frame before and after.
export function covers(frame, isWide, height) {
  const wide = {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    'max-height': 'none',
    'z-index': '2147483647',
  }
  const usual = {
    position: 'static',
    inset: 'auto',
    width: '100%',
    height,
    'max-height': '',
    'z-index': 'auto',
  }
  style(frame, isWide ? wide : usual)
  style(document.documentElement, { overflow: isWide ? 'hidden' : '' })
  if (isWide) frame.focus()
}

// Says something where the form is not, and what the shopper can press; nothing, with an empty text.
export function makeNotice() {
  const element = document.createElement('div')
  element.setAttribute('role', 'status')
  element.hidden = true
  return { element, say }

  function say(words, press) {
    element.replaceChildren()
    element.hidden = words === ''
    if (words === '') return
    const paragraph = document.createElement('p')
    paragraph.textContent = words
    element.append(paragraph)
    if (!press) return
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = press.label
    button.addEventListener('click', press.run)
    element.append(button)
  }
}

// Through the object model, which a policy of the store's page about styles does not forbid.
export function style(element, rules) {
  for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value)
}
