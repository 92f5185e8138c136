// The script that a store loads on its own page. It puts the payment form into a frame of ours, so that card data never is
// on the store's page, and calls the store back. Names and meanings are those that pages of stores know (wire fact 9.1).
// It speaks with the frame and with nobody else, takes nothing from the page but what it is given, and stores nothing.
import { openForm } from './form.js'

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
