// The script that a store loads on its own page. It puts the payment form into a frame of ours, so that card data never is
// on the store's page, and calls the store back. Names and meanings are those that pages of stores know (wire fact 9.1).
// It speaks with the frame and with nobody else, takes nothing from the page but what it is given, and stores nothing.
;(() => {
  const home = new URL(document.currentScript.src).origin
  const texts = JSON.parse('TEXTS')
  const answerWithinMs = 8000
  const lookAgainMs = 3000

  function openForm(config, kind) {
    const settings = settingsOf(config, kind)
    const { container, callbacks } = settings
    const state = {
      isReady: false,
      isPending: false,
      isOver: false,
      address: undefined,
      waiting: undefined,
      questions: 0,
    }
    const answers = new Map()
    const frame = document.createElement('iframe')
    const notice = document.createElement('div')
    notice.setAttribute('role', 'status')
    notice.hidden = true
    frame.title = text('frameTitle')
    frame.allow = 'payment *; publickey-credentials-get *'
    style(frame, {
      display: 'block',
      width: '100%',
      height: kind === 'savedCard' ? '0' : '20rem',
      border: '0',
      'color-scheme': 'normal',
    })
    container.setAttribute('aria-busy', 'true')
    container.append(notice, frame)
    addEventListener('message', receive)
    frame.addEventListener('load', connect)
    begin()

    const instance = {
      updateOrder(order, checksum) {
        if (state.isPending) return fail('payment_in_progress', 'The order cannot change while a payment is under way.')
        settings.order = orderOf(typeof order === 'string' ? { orderPayload: order, orderChecksum: checksum } : order)
        style(frame, { display: 'block' })
        begin()
      },
      updateLocale(locale) {
        settings.locale = String(locale)
        frame.title = text('frameTitle')
        const again = state.address && `${home}${state.address.replace('/checkout/', '/embedded/')}?lang=${language()}`
        again && !state.isPending ? show(again) : state.address || begin()
      },
      updateAppearance(appearance) {
        settings.appearance = appearance
        tell('appearance', { appearance })
      },
      submit: () => tell('submit'),
      validate() {
        const id = ++state.questions
        return new Promise((resolve) => {
          answers.set(id, resolve)
          tell('validate', { id })
        })
      },
      close: () => style(frame, { display: 'none' }),
      destroy() {
        clearTimeout(state.waiting)
        removeEventListener('message', receive)
        widen(false)
        state.isOver = true
        frame.remove()
        notice.remove()
        container.removeAttribute('aria-busy')
        if (settings.isOwnContainer) container.remove()
      },
    }
    if (kind === 'savedCard')
      instance.pay = (card) => tell('pay', { cardId: typeof card === 'object' ? card?.cardId : card })
    return instance

    function text(name) {
      return (texts[language().slice(0, 2).toLowerCase()] ?? texts.en)[name]
    }

    function language() {
      return encodeURIComponent(settings.locale ?? document.documentElement.lang ?? 'en')
    }

    function begin() {
      show(`${home}/embedded?publicKey=${encodeURIComponent(settings.publicKey)}&lang=${language()}`)
    }

    function show(address) {
      frame.src = address
      expectAnswer()
    }

    function expectAnswer() {
      clearTimeout(state.waiting)
      state.waiting = setTimeout(silent, answerWithinMs)
    }

    function connect() {
      if (state.isOver) return
      const { appearance, options, order } = settings
      tell('connect', { appearance, options, order: { ...order, replaces: state.address } })
      expectAnswer()
    }

    function tell(type, facts) {
      frame.contentWindow?.postMessage({ florin: 'embedded', type, ...facts }, home)
    }

    function receive({ origin, source, data }) {
      if (origin !== home || source !== frame.contentWindow || data?.florin !== 'embedded') return
      clearTimeout(state.waiting)
      const heard = {
        page,
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

    function page({ page: name, alone, payment, error }) {
      say('')
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

    // The store decides by the check of the cardholder's name whether it is paid. No bank is asked here, and that is said.
    async function verify() {
      const status = 'NOT_SUPPORTED'
      const result = { status, firstNameStatus: status, middleNameStatus: status, lastNameStatus: status }
      let proceeds = false
      try {
        proceeds = (await settings.verifies(result)) === true
      } finally {
        tell('verified', { proceeds })
      }
    }

    // The bank's page must have the whole window.
    function leave({ alone }) {
      const target = new URL(alone, home)
      if (target.origin === home && target.pathname.startsWith('/checkout/')) location.assign(target)
    }

    // The bank's page is shown above everything else, and nothing below it is scrolled.
    function widen(isWide) {
      if (isWide === state.isWide) return
      state.isWide = isWide
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
        height: '20rem',
        'max-height': '',
        'z-index': 'auto',
      }
      style(frame, isWide ? wide : usual)
      style(document.documentElement, { overflow: isWide ? 'hidden' : '' })
      if (isWide) frame.focus()
    }

    // The frame shows nothing of ours: the network is gone, or the browser refuses to show it.
    function silent() {
      if (state.isOver) return
      widen(false)
      if (state.isPending || state.isLost) {
        state.isLost = true
        say('lost')
        state.waiting = setTimeout(begin, lookAgainMs)
        return
      }
      say('unreachable', begin)
      fail(
        'frame_not_available',
        `The payment form did not answer. Check the connection, the public key, and that the site allows the origin ${location.origin}.`,
      )
    }

    function say(name, again) {
      notice.replaceChildren()
      notice.hidden = name === ''
      if (name !== 'lost') state.isLost = false
      style(frame, { visibility: name === '' ? 'visible' : 'hidden' })
      if (name === '') return
      const paragraph = document.createElement('p')
      paragraph.textContent = text(name)
      notice.append(paragraph)
      if (!again) return
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = text('tryAgain')
      button.addEventListener('click', again)
      notice.append(button)
    }

    function fail(code, message, field) {
      call('onError', { code, message, ...(field && { field }) })
    }

    // What the store's functions do wrong must not stop a payment.
    function call(name, value) {
      if (typeof callbacks[name] !== 'function') return
      try {
        callbacks[name](value)
      } catch (error) {
        setTimeout(() => {
          throw error
        })
      }
    }
  }

  function settingsOf(config, kind) {
    const { options = {}, card = {}, paymentMethods = {} } = config ?? {}
    if (!/^pk_(test|live)_\d+$/.test(config?.publicKey ?? ''))
      throw new Error('publicKey must look like pk_test_10722.')
    const isOwnContainer = kind === 'savedCard' && !config.container
    const wallets = { ...options, ...paymentMethods }
    const nameCheck = options.cardHolderVerification ?? card.cardHolderVerification
    return {
      publicKey: config.publicKey,
      order: orderOf(config),
      container: isOwnContainer
        ? document.body.appendChild(document.createElement('div'))
        : containerOf(config.container),
      isOwnContainer,
      locale: options.locale,
      appearance: options.appearance,
      refreshes: options.enableBackgroundRefresh !== false,
      callbacks: config,
      verifies: nameCheck?.onCardHolderVerification,
      options: {
        ...(['applePay', 'googlePay'].includes(kind) && { only: kind }),
        wallets: ['applePay', 'googlePay'].filter((name) => kind === name || wallets[name]?.enabled === true),
        savedCards: card.savedCards?.enabled ?? options.enableSavedCards ?? true,
        saveCard: card.savedCards?.optInVisible ?? options.displaySaveCardOption ?? true,
        submitButton: card.submitButton?.visible ?? options.displaySubmitButton ?? true,
        holderName: card.cardHolderName?.visible ?? true,
        condensed: card.inputs?.grouping === 'condensed',
        buttonType: card.submitButton?.type ?? options.buttonType,
        validationMode: card.inputs?.validationMode ?? options.validationMode,
        verifiesName: typeof nameCheck?.onCardHolderVerification === 'function',
      },
    }
  }

  function orderOf({ orderPayload, payload = orderPayload, orderChecksum, checksum = orderChecksum } = {}) {
    if (!payload || !checksum) throw new Error('orderPayload and orderChecksum must be those that your server made.')
    return { payload: String(payload), checksum: String(checksum) }
  }

  function containerOf(container) {
    const found =
      typeof container === 'string'
        ? (document.getElementById(container.replace(/^#/, '')) ?? document.querySelector(container))
        : container
    if (!(found instanceof Element)) throw new Error('container must be an element of the page, or its id or selector.')
    return found
  }

  // Through the object model, which a policy of the store's page about styles does not forbid.
  function style(element, rules) {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value)
  }

  class XMoneyPaymentForm {
    constructor(config) {
      Object.assign(this, openForm(config, 'class'))
    }
  }

  window.XMoneyPaymentForm = XMoneyPaymentForm
  window.XMoney = {
    paymentForm: async (config) => openForm(config, 'form'),
    paymentCard: async (config) => openForm(config, 'form'),
    applePay: async (config) => openForm(config, 'applePay'),
    googlePay: async (config) => openForm(config, 'googlePay'),
    savedCardPayment: async (config) => openForm(config, 'savedCard'),
    getPaymentMethodCapabilities: async () => ({
      card: { supported: true },
      applePay: { supported: Boolean(window.ApplePaySession?.canMakePayments()) },
      googlePay: { supported: 'PaymentRequest' in window },
    }),
  }
})()
