import { newFrame, page, tell } from './conversation.js'
import { style } from './elements.js'
import { orderOf } from './settings.js'
import { addressOf, expectAnswer, fail, show, text } from './waiting.js'

// Another order, or another language: the form with it comes in a frame of its own, and takes what is typed from the one
// before, which is there until then and can no longer be paid. What is wanted meanwhile is next.
export function changeOrder(form, order, checksum) {
  if (form.isPending) return refuseChange(form)
  form.settings.order = orderOf(typeof order === 'string' ? { orderPayload: order, orderChecksum: checksum } : order)
  style(form.frame, { display: 'block' })
  changeOfOrder(form)
}

export function changeOfOrder(form) {
  change(form, 'order')
}

export function changeLanguage(form, locale) {
  form.settings.locale = String(locale)
  form.frame.title = text(form, 'frameTitle')
  if (!form.isPending) change(form, form.address ? 'language' : 'order')
}

function refuseChange(form) {
  fail(form, 'payment_in_progress', 'The order cannot change while a payment is under way.')
}

function change(form, what) {
  if (form.isOver) return
  if (form.wanted !== 'order') form.wanted = what
  if (form.isChanging) return
  if (form.page !== 'pay') return show(form, addressOf(form, takeWanted(form)))
  form.isChanging = true
  tell(form, 'hold', { isHeld: true })
  expectAnswer(form)
}

function takeWanted(form) {
  const { wanted } = form
  form.wanted = undefined
  return wanted
}

// The form before says whether it can be put aside.
export function held(form, { isHeld }) {
  if (!form.isChanging || form.next) return
  const wanted = takeWanted(form)
  if (!isHeld) {
    endChange(form)
    return refuseChange(form)
  }
  form.next = newFrame(form, '0')
  style(form.next, { position: 'absolute', opacity: '0', 'pointer-events': 'none' })
  form.next.src = addressOf(form, wanted)
  form.frame.after(form.next)
  expectAnswer(form)
}

export function endChange(form) {
  form.next?.remove()
  Object.assign(form, { isChanging: false, next: undefined })
}

export function receiveOfNext(form, data) {
  if (data.type !== 'page') return
  clearTimeout(form.waiting)
  const isRefused = data.page === 'refused'
  if (isRefused) keep(form)
  else swap(form)
  page(form, data, isRefused ? form.page : data.page)
  if (form.wanted) return change(form, form.wanted)
  for (const { type, facts } of form.commands.splice(0)) tell(form, type, facts)
}

// The other order is refused: the one before can be paid again, but by a new press, for it has another amount.
function keep(form) {
  const commands = form.wanted ? [] : form.commands.splice(0)
  endChange(form)
  tell(form, 'hold', { isHeld: false })
  for (const { type, facts } of commands) if (type === 'validate') tell(form, type, facts)
}

function swap(form) {
  const { frame, next } = form
  const hadFocus = frame.getRootNode().activeElement === frame
  frame.remove()
  style(next, { position: 'static', opacity: '1', 'pointer-events': 'auto', height: frame.style.height })
  if (hadFocus) next.focus()
  Object.assign(form, { frame: next, isChanging: false, next: undefined })
}
