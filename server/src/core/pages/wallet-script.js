// On pages that offer a wallet. A button is shown only where the browser has the wallet and can be paid with it; what the
// wallet returns is sent to our server, which alone can open it. Without this script the card form is all there is.
;(() => {
  const box = document.querySelector('[data-wallets]')
  if (!box) return
  const form = box.closest('form')
  const { offers, addresses, messages } = JSON.parse(box.dataset.wallets)
  const problem = box.querySelector('[role="alert"]')
  const wallets = {
    applePay: { isThere: hasApplePay, pay: payByApplePay },
    googlePay: { isThere: hasGooglePay, pay: payByGooglePay },
  }
  const found = Object.fromEntries(offers.map((offer) => [offer.wallet, show(offer)]))
  // The script of a frame asks whether a wallet is there.
  box.addEventListener('find', ({ detail }) => {
    detail.isThere = found[detail.wallet]
  })

  async function show(offer) {
    const button = box.querySelector(`button[data-wallet="${offer.wallet}"]`)
    const { isThere, pay } = wallets[offer.wallet]
    if (!(await isThere(offer).catch(() => false))) return false
    button.addEventListener('click', () => {
      if (isBusy() || !isComplete()) return
      problem.textContent = ''
      pay(offer)
    })
    button.hidden = false
    box.hidden = false
    return true
  }

  async function hasApplePay() {
    return Boolean(window.ApplePaySession?.supportsVersion(3) && window.ApplePaySession.canMakePayments())
  }

  async function hasGooglePay(offer) {
    return Boolean(window.PaymentRequest && (await googleRequest(offer).canMakePayment()))
  }

  // The sheet has to be opened by the click itself, so nothing is waited for before.
  function payByApplePay(offer) {
    const session = new window.ApplePaySession(3, offer.request)
    session.onvalidatemerchant = async ({ validationURL }) => {
      // Safari compares the session with the page that the shopper sees in the address bar, also when this one is in a frame.
      const pageOrigin = [...(location.ancestorOrigins ?? [])].at(-1) ?? location.origin
      const asked = { validationUrl: validationURL, pageOrigin }
      const answer = await post(addresses.appleSession, asked).catch(() => undefined)
      if (answer?.session) session.completeMerchantValidation(answer.session)
      else {
        session.abort()
        fail()
      }
    }
    session.onpaymentauthorized = async ({ payment }) => {
      const answer = await send('applePay', payment.token.paymentData)
      session.completePayment({ status: answer.paid || answer.continues ? 0 : 1 })
      follow(answer)
    }
    session.begin()
  }

  function googleRequest({ request: { data, details } }) {
    return new window.PaymentRequest([{ supportedMethods: 'https://google.com/pay', data }], details)
  }

  async function payByGooglePay(offer) {
    let response
    try {
      response = await googleRequest(offer).show()
    } catch (error) {
      // The shopper has closed it.
      if (error.name !== 'AbortError') fail()
      return
    }
    const answer = await send('googlePay', response.details.paymentMethodData.tokenizationData.token)
    await response.complete(answer.paid || answer.continues ? 'success' : 'fail')
    follow(answer)
  }

  async function send(walletType, token) {
    // The store has brought another order while the wallet was open: this amount is not the one to pay any more.
    if (form.hasAttribute('data-held')) return { problem: messages.failed }
    setBusy(true)
    const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => !/^(?:card|puzzle|proof)/.test(name)))
    return post(addresses.pay, {
      ...fields,
      walletType,
      walletData: typeof token === 'string' ? token : JSON.stringify(token),
    }).catch(() => ({}))
  }

  // Without an answer nothing is known, so the page itself is asked again: it shows what has become of the payment.
  function follow({ goTo, problem: text }) {
    if (text) return fail(text)
    location.assign(goTo ?? addresses.page)
  }

  async function post(address, fields) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    })
    return response.json()
  }

  function fail(text = messages.failed) {
    setBusy(false)
    problem.textContent = text
  }

  // What the store asks of shoppers beside the card is asked of these too.
  function isComplete() {
    const empty = [...form.querySelectorAll('fieldset:not(.new-card) [required]')].find((input) => !input.value.trim())
    empty?.focus()
    if (empty) problem.textContent = messages.incomplete
    return !empty
  }

  function setBusy(busy) {
    for (const button of document.querySelectorAll('.wallet, button[data-busy]'))
      button.setAttribute('aria-disabled', String(busy))
    form.dispatchEvent(new CustomEvent('busy', { detail: busy }))
  }
  function isBusy() {
    return box.querySelector('.wallet[aria-disabled="true"]') !== null
  }
  addEventListener('pageshow', () => setBusy(false))
})()
