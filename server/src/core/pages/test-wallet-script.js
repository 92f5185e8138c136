// In staging alone, where the operator has set up no wallet: stands in for Apple Pay and Google Pay of the browser, with
// their own interfaces. The cards in it are those of the sandbox, and its tokens are made by our server with test keys.
;(() => {
  const box = document.querySelector('[data-test-wallet]')
  if (!box) return
  const { address, cards, words } = JSON.parse(box.dataset.testWallet)

  function choose(wallet) {
    const title = words.titles[wallet]
    const dialog = document.createElement('dialog')
    dialog.className = 'test-wallet'
    dialog.setAttribute('aria-label', title)
    const heading = document.createElement('h2')
    heading.textContent = title
    dialog.append(heading)
    return new Promise((resolve) => {
      for (const { id, name, what } of cards[wallet]) {
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'button second'
        const [strong, small] = [document.createElement('b'), document.createElement('span')]
        strong.textContent = name
        small.textContent = what
        button.append(strong, small)
        button.addEventListener('click', () => resolve(id))
        dialog.append(button)
      }
      const cancel = document.createElement('button')
      cancel.type = 'button'
      cancel.className = 'button quiet'
      cancel.textContent = words.cancel
      cancel.addEventListener('click', () => resolve(undefined))
      dialog.addEventListener('cancel', () => resolve(undefined))
      dialog.append(cancel)
      document.body.append(dialog)
      dialog.showModal()
    }).finally(() => dialog.remove())
  }

  async function tokenOf(wallet, card) {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ wallet, card }) })
    return (await response.json()).token
  }

  if (cards.applePay)
    window.ApplePaySession = class {
      static supportsVersion = () => true
      static canMakePayments = () => true
      #validated = Promise.withResolvers()
      async begin() {
        this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' })
        await this.#validated.promise
        const card = await choose('applePay')
        if (card === undefined) return this.oncancel?.({})
        const paymentData = JSON.parse(await tokenOf('applePay', card))
        this.onpaymentauthorized({ payment: { token: { paymentData } } })
      }
      completeMerchantValidation() {
        this.#validated.resolve()
      }
      completePayment() {}
      abort() {}
    }

  if (cards.googlePay)
    window.PaymentRequest = class {
      canMakePayment = async () => true
      async show() {
        const card = await choose('googlePay')
        if (card === undefined) throw new DOMException('closed', 'AbortError')
        const token = await tokenOf('googlePay', card)
        return { details: { paymentMethodData: { tokenizationData: { token } } }, complete: async () => {} }
      }
    }
})()
