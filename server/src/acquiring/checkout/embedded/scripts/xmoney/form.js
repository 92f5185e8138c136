import { changeLanguage, changeOrder } from './changing.js'
import { command, newFrame, receive, tell } from './conversation.js'
import { covers, makeNotice, style } from './elements.js'
import { callerOf, settingsOf } from './settings.js'
import { begin } from './waiting.js'

// The payment form in its frame, as the store's page has it.
export function openForm(config, kind) {
  const settings = settingsOf(config, kind)
  const form = {
    kind,
    settings,
    call: callerOf(settings.callbacks),
    notice: makeNotice(),
    // What `validate` has asked the frame, by the number of the question.
    answers: new Map(),
    questions: 0,
    // What the frame shows, and the address of its session.
    page: undefined,
    address: undefined,
    isReady: false,
    isPending: false,
    isLost: false,
    isWide: false,
    isOver: false,
    waiting: undefined,
    // Another order, or another language, that is on its way in a frame of its own; and what is asked meanwhile.
    wanted: undefined,
    isChanging: false,
    next: undefined,
    commands: [],
  }
  form.hears = (event) => receive(form, event)
  form.watcher = new ResizeObserver(() => form.frame.isConnected || release(form))
  form.frame = newFrame(form, heightOf(form))
  form.instance = instanceOf(form)
  settings.container.setAttribute('aria-busy', 'true')
  settings.container.append(form.notice.element, form.frame)
  addEventListener('message', form.hears)
  begin(form)
  return form.instance
}

const instanceOf = (form) => ({
  updateOrder: (order, checksum) => changeOrder(form, order, checksum),
  updateLocale: (locale) => changeLanguage(form, locale),
  updateAppearance(appearance) {
    form.settings.appearance = appearance
    tell(form, 'appearance', { appearance })
    if (form.next) tell(form, 'appearance', { appearance }, form.next)
  },
  submit: () => command(form, 'submit'),
  validate: () => validate(form),
  close() {
    widen(form, false)
    style(form.frame, { display: 'none' })
  },
  destroy: () => destroy(form),
  ...(form.kind === 'savedCard' && {
    pay: (card) => command(form, 'pay', { cardId: typeof card === 'object' ? card?.cardId : card }),
  }),
})

function validate(form) {
  if (form.isOver || (form.page !== 'pay' && !form.isChanging)) return Promise.resolve(nothingTyped)
  const id = ++form.questions
  return new Promise((resolve) => {
    form.answers.set(id, resolve)
    command(form, 'validate', { id })
  })
}
// Of a form that is not there, or no longer.
const nothingTyped = { isValid: false, errors: [] }

export function destroy(form) {
  release(form)
  removeEventListener('message', form.hears)
  form.watcher.disconnect()
  form.isOver = true
  for (const answer of form.answers.values()) answer(nothingTyped)
  form.frame.remove()
  form.next?.remove()
  form.notice.element.remove()
  const { container, isOwnContainer } = form.settings
  container.removeAttribute('aria-busy')
  if (isOwnContainer) container.remove()
}

// The store has removed the form, or what is around it: nothing is waited for, and its page can be scrolled again.
function release(form) {
  clearTimeout(form.waiting)
  widen(form, false)
}

// The bank's page has the whole window.
export function widen(form, isWide) {
  if (isWide === form.isWide) return
  form.isWide = isWide
  covers(form.frame, isWide, heightOf(form))
}

// Until the frame says its own; a payment with a stored card shows nothing but the bank.
const heightOf = ({ kind }) => (kind === 'savedCard' ? '0' : '20rem')
