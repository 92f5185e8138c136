import { covers, makeFrame, makeNotice, style } from './elements.js'
import { callerOf, home, orderOf, proceedsAfterNameCheck, settingsOf, texts } from './settings.js'

// The payment form in its frame, and the conversation with it.
const answerWithinMs = 8000
const lookAgainMs = 3000

export function openForm(config, kind) {
  const settings = settingsOf(config, kind)
  const { container, callbacks } = settings
  const call = callerOf(callbacks)
  const state = {
    isReady: false,
    isPending: false,
    isOver: false,
    page: undefined,
    address: undefined,
    waiting: undefined,
    questions: 0,
  }
  // Another order, or another language, that is on its way in a frame of its own.
  const coming = { wanted: undefined, isUnderWay: false, next: undefined, commands: [] }
  const answers = new Map()
  const notice = makeNotice()
  let frame = newFrame(kind === 'savedCard' ? '0' : '20rem')
  container.setAttribute('aria-busy', 'true')
  container.append(notice.element, frame)
  addEventListener('message', receive)
  begin()

  const instance = {
    updateOrder(order, checksum) {
      if (state.isPending) return fail('payment_in_progress', 'The order cannot change while a payment is under way.')
      settings.order = orderOf(typeof order === 'string' ? { orderPayload: order, orderChecksum: checksum } : order)
      style(frame, { display: 'block' })
      replace('order')
    },
    updateLocale(locale) {
      settings.locale = String(locale)
      frame.title = text('frameTitle')
      if (!state.isPending) replace(state.address ? 'language' : 'order')
    },
    updateAppearance(appearance) {
      settings.appearance = appearance
      tell('appearance', { appearance })
      if (coming.next) tell('appearance', { appearance }, coming.next)
    },
    submit: () => command('submit'),
    validate() {
      const id = ++state.questions
      return new Promise((resolve) => {
        answers.set(id, resolve)
        command('validate', { id })
      })
    },
    close: () => style(frame, { display: 'none' }),
    destroy() {
      clearTimeout(state.waiting)
      removeEventListener('message', receive)
      widen(false)
      state.isOver = true
      frame.remove()
      coming.next?.remove()
      notice.element.remove()
      container.removeAttribute('aria-busy')
      if (settings.isOwnContainer) container.remove()
    },
  }
  if (kind === 'savedCard')
    instance.pay = (card) => command('pay', { cardId: typeof card === 'object' ? card?.cardId : card })
  return instance

  function text(name) {
    return (texts[language().slice(0, 2).toLowerCase()] ?? texts.en)[name]
  }

  function language() {
    return encodeURIComponent(settings.locale ?? document.documentElement.lang ?? 'en')
  }

  function newFrame(height) {
    const made = makeFrame({ title: text('frameTitle'), height })
    made.addEventListener('load', () => connect(made))
    return made
  }

  function begin() {
    show(addressOf('order'))
  }

  function addressOf(what) {
    if (what === 'language') return `${home}${state.address.replace('/checkout/', '/embedded/')}?lang=${language()}`
    return `${home}/embedded?publicKey=${encodeURIComponent(settings.publicKey)}&lang=${language()}`
  }

  function show(address) {
    frame.src = address
    expectAnswer()
  }

  // The form with another order, or in another language, comes in a frame of its own, and takes what is typed from the
  // one before, which is there until then and can no longer be paid. What is wanted meanwhile is next.
  function replace(what) {
    if (coming.wanted !== 'order') coming.wanted = what
    if (coming.isUnderWay) return
    if (state.page !== 'pay') return show(addressOf(takeWanted()))
    coming.isUnderWay = true
    tell('hold', { isHeld: true })
    expectAnswer()
  }

  function takeWanted() {
    const { wanted } = coming
    coming.wanted = undefined
    return wanted
  }

  function held({ isHeld }) {
    if (!coming.isUnderWay || coming.next) return
    const wanted = takeWanted()
    if (!isHeld) {
      endChange()
      return fail('payment_in_progress', 'The order cannot change while a payment is under way.')
    }
    coming.next = newFrame('0')
    style(coming.next, { position: 'absolute', opacity: '0', 'pointer-events': 'none' })
    coming.next.src = addressOf(wanted)
    frame.after(coming.next)
    expectAnswer()
  }

  function endChange() {
    coming.next?.remove()
    Object.assign(coming, { isUnderWay: false, next: undefined })
  }

  // The other order is refused: the one before can be paid again, but by a new press, for it has another amount.
  function keep() {
    const commands = coming.wanted ? [] : coming.commands.splice(0)
    endChange()
    tell('hold', { isHeld: false })
    for (const { type, facts } of commands) if (type === 'validate') tell(type, facts)
  }

  function swap() {
    const { next } = coming
    const { height } = frame.style
    const hadFocus = document.activeElement === frame
    frame.remove()
    frame = next
    style(frame, { position: 'static', opacity: '1', 'pointer-events': 'auto', height })
    if (hadFocus) frame.focus()
    Object.assign(coming, { isUnderWay: false, next: undefined })
  }

  function receiveOfNext(data) {
    if (data.type !== 'page') return
    clearTimeout(state.waiting)
    const isRefused = data.page === 'refused'
    if (isRefused) keep()
    else swap()
    page(data, isRefused ? state.page : data.page)
    if (coming.wanted) return replace(coming.wanted)
    for (const { type, facts } of coming.commands.splice(0)) tell(type, facts)
  }

  function expectAnswer() {
    clearTimeout(state.waiting)
    state.waiting = setTimeout(silent, answerWithinMs)
  }

  function connect(target) {
    if (state.isOver) return
    const { appearance, options, order } = settings
    const takes = target === coming.next ? state.address : undefined
    tell('connect', { appearance, options, takes, order: { ...order, replaces: state.address } }, target)
    expectAnswer()
  }

  function tell(type, facts, target = frame) {
    target.contentWindow?.postMessage({ florin: 'embedded', type, ...facts }, home)
  }

  // What is asked while the form changes is about the one that comes.
  function command(type, facts) {
    if (coming.isUnderWay) coming.commands.push({ type, facts })
    else tell(type, facts)
  }

  function receive({ origin, source, data }) {
    if (origin !== home || data?.florin !== 'embedded') return
    if (coming.next && source === coming.next.contentWindow) return receiveOfNext(data)
    if (source !== frame.contentWindow) return
    // What the form before still says does not mean that the next one answers.
    if (!coming.next) clearTimeout(state.waiting)
    const heard = {
      page: (facts) => page(facts, facts.page),
      held,
      pending,
      height,
      change,
      validity,
      leave,
      verify,
      failed: ({ code }) => fail(code, `The payment form says: ${code}`),
    }
    heard[data.type]?.(data)
  }

  // `shown`: what the frame shows now, which is another page than the one that was refused.
  function page({ page: name, alone, payment, error }, shown) {
    say('')
    state.page = shown
    container.removeAttribute('aria-busy')
    if (name !== 'refused') state.address = new URL(alone, home).pathname
    widen(name === 'bank')
    pending({ pending: ['processing', 'bank', 'leave'].includes(name) })
    if (!state.isReady && !error) {
      state.isReady = true
      call('onReady')
    }
    if (payment) return complete(payment)
    if (error?.code === 'payment_declined') return call('onPaymentDeclined', error)
    if (error) fail(error.code, error.message, error.field)
  }

  function complete(payment) {
    pending({ pending: false })
    // The store has its result brought by the browser.
    if (!settings.refreshes) return location.assign(`${home}${state.address}/return`)
    call('onPaymentComplete', payment)
    if (kind !== 'class' && callbacks.onPaymentComplete) instance.destroy()
  }

  function pending({ pending: isPending }) {
    if (state.isPending === isPending) return
    state.isPending = isPending
    call('onPaymentProcessing', isPending)
    call('onSubmitPending', isPending)
  }

  function height({ height: pixels }) {
    if (kind !== 'savedCard' && !state.isWide) style(frame, { height: `${Math.min(Number(pixels) || 0, 10000)}px` })
  }

  function change({ isValid, errors, brand }) {
    call('onValidation', { isValid, errors, brand })
  }

  function validity({ id, isValid, errors }) {
    answers.get(id)?.({ isValid, errors })
    answers.delete(id)
  }

  async function verify() {
    tell('verified', { proceeds: await proceedsAfterNameCheck(settings.verifies) })
  }

  // The bank's page must have the whole window.
  function leave({ alone }) {
    const target = new URL(alone, home)
    if (target.origin === home && target.pathname.startsWith('/checkout/')) location.assign(target)
  }

  function widen(isWide) {
    if (isWide === state.isWide) return
    state.isWide = isWide
    covers(frame, isWide)
  }

  // The frame shows nothing of ours: the network is gone, or the browser refuses to show it.
  function silent() {
    if (state.isOver) return
    widen(false)
    if (coming.isUnderWay) {
      coming.wanted = 'order'
      coming.commands.length = 0
      endChange()
    }
    if (state.isPending || state.isLost) {
      state.isLost = true
      say('lost')
      state.waiting = setTimeout(begin, lookAgainMs)
      return
    }
    say('unreachable', () => replace('order'))
    fail(
      'frame_not_available',
      `The payment form did not answer. Check the connection, the public key, and that the site allows the origin ${location.origin}.`,
    )
  }

  function say(name, again) {
    if (name !== 'lost') state.isLost = false
    style(frame, { visibility: name === '' ? 'visible' : 'hidden' })
    notice.say(name && text(name), again && { label: text('tryAgain'), run: again })
  }

  function fail(code, message, field) {
    call('onError', { code, message, ...(field && { field }) })
  }
}
