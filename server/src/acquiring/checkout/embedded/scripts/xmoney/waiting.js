import { changeOfOrder, endChange } from './changing.js'
import { style } from './elements.js'
import { widen } from './form.js'
import { home, texts } from './settings.js'

// What is shown while the frame begins, and when it does not answer.
const answerWithinMs = 8000
const lookAgainMs = 3000

export function begin(form) {
  show(form, addressOf(form, 'order'))
}

export function addressOf(form, what) {
  const language = encodeURIComponent(languageOf(form))
  if (what === 'language') return `${home}${form.address.replace('/checkout/', '/embedded/')}?lang=${language}`
  return `${home}/embedded?publicKey=${encodeURIComponent(form.settings.publicKey)}&lang=${language}`
}

export function show(form, address) {
  form.frame.src = address
  expectAnswer(form)
}

export function expectAnswer(form) {
  clearTimeout(form.waiting)
  form.waiting = setTimeout(() => silent(form), answerWithinMs)
}

// The frame shows nothing of ours: the network is gone, or the browser refuses to show it.
function silent(form) {
  if (form.isOver || !form.frame.isConnected) return
  widen(form, false)
  if (form.isChanging) {
    form.wanted = 'order'
    form.commands.length = 0
    endChange(form)
  }
  if (form.isPending || form.isLost) {
    form.isLost = true
    say(form, 'lost')
    form.waiting = setTimeout(() => begin(form), lookAgainMs)
    return
  }
  say(form, 'unreachable', () => changeOfOrder(form))
  fail(
    form,
    'frame_not_available',
    `The payment form did not answer. Check the connection, the public key, and that the site allows the origin ${location.origin}.`,
  )
}

export function say(form, name, again) {
  if (name !== 'lost') form.isLost = false
  style(form.frame, { visibility: name === '' ? 'visible' : 'hidden' })
  form.notice.say(name && text(form, name), again && { label: text(form, 'tryAgain'), run: again })
}

export function fail(form, code, message, field) {
  form.call('onError', { code, message, ...(field && { field }) })
}

export function text(form, name) {
  return (texts[languageOf(form).slice(0, 2).toLowerCase()] ?? texts.en)[name]
}

function languageOf({ settings }) {
  return settings.locale ?? (document.documentElement.lang || 'en')
}
