import { held, receiveOfNext } from './changing.js'
import { makeFrame, style } from './elements.js'
import { destroy, widen } from './form.js'
import { home, proceedsAfterNameCheck } from './settings.js'
import { expectAnswer, fail, say, text } from './waiting.js'

// What the store's page and the frame say to each other.
export function newFrame(form, height) {
  const made = makeFrame({ title: text(form, 'frameTitle'), height })
  made.addEventListener('load', () => connect(form, made))
  form.watcher.observe(made)
  return made
}

function connect(form, target) {
  if (form.isOver) return
  const { appearance, options, order } = form.settings
  const takes = target === form.next ? form.address : undefined
  tell(form, 'connect', { appearance, options, takes, order: { ...order, replaces: form.address } }, target)
  expectAnswer(form)
}

export function tell(form, type, facts, target = form.frame) {
  target.contentWindow?.postMessage({ florin: 'embedded', type, ...facts }, home)
}

// What is asked while the form changes is about the one that comes.
export function command(form, type, facts) {
  if (form.isChanging) form.commands.push({ type, facts })
  else tell(form, type, facts)
}

export function receive(form, { origin, source, data }) {
  if (origin !== home || data?.florin !== 'embedded') return
  if (form.next && source === form.next.contentWindow) return receiveOfNext(form, data)
  if (source !== form.frame.contentWindow) return
  // What the form before still says does not mean that the next one answers.
  if (!form.next) clearTimeout(form.waiting)
  heard[data.type]?.(form, data)
}

const heard = {
  page: (form, facts) => page(form, facts, facts.page),
  held,
  pending: (form, { pending: isPending }) => pending(form, isPending),
  height,
  change: ({ call }, { isValid, errors, brand }) => call('onValidation', { isValid, errors, brand }),
  validity,
  leave,
  verify,
  failed: (form, { code }) => fail(form, code, `The payment form says: ${code}`),
}

// `shown`: what the frame shows now, which is another page than the one that was refused.
export function page(form, { page: name, alone, payment, error }, shown) {
  say(form, '')
  form.page = shown
  form.settings.container.removeAttribute('aria-busy')
  if (name !== 'refused') form.address = new URL(alone, home).pathname
  widen(form, name === 'bank')
  pending(form, ['processing', 'bank', 'leave'].includes(name))
  if (!form.isReady && !error) {
    form.isReady = true
    form.call('onReady')
  }
  if (payment) return complete(form, payment)
  if (error?.code === 'payment_declined') return form.call('onPaymentDeclined', error)
  if (error) fail(form, error.code, error.message, error.field)
}

function complete(form, payment) {
  const { refreshes, callbacks } = form.settings
  pending(form, false)
  // The store has its result brought by the browser.
  if (!refreshes) return location.assign(`${home}${form.address}/return`)
  form.call('onPaymentComplete', payment)
  if (form.kind !== 'class' && callbacks.onPaymentComplete) destroy(form)
}

function pending(form, isPending) {
  if (form.isPending === isPending) return
  form.isPending = isPending
  form.call('onPaymentProcessing', isPending)
  form.call('onSubmitPending', isPending)
}

function height(form, { height: pixels }) {
  if (form.kind !== 'savedCard' && !form.isWide)
    style(form.frame, { height: `${Math.min(Number(pixels) || 0, 10000)}px` })
}

function validity(form, { id, isValid, errors }) {
  form.answers.get(id)?.({ isValid, errors })
  form.answers.delete(id)
}

async function verify(form) {
  tell(form, 'verified', { proceeds: await proceedsAfterNameCheck(form.settings.verifies) })
}

// The bank's page must have the whole window.
function leave(_form, { alone }) {
  const target = new URL(alone, home)
  if (target.origin === home && target.pathname.startsWith('/checkout/')) location.assign(target)
}
