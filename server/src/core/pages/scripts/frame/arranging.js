import { button, form, state, tell } from './store.js'

// What the store shows of the form, and what it leaves out.

export function arrange({ only, wallets = [], savedCards, saveCard, submitButton, holderName, condensed, ...asked }) {
  document.body.classList.toggle('condensed', condensed === true)
  // Removed and not hidden: the script of wallets shows its buttons when the browser says that it has the wallet.
  for (const wallet of document.querySelectorAll('[data-wallet]'))
    if (!(only ? [only] : wallets).includes(wallet.dataset.wallet)) wallet.remove()
  if (!document.querySelector('[data-wallet]')) document.querySelector('[data-wallets]')?.remove()
  if (!form) return
  if (submitButton === false) button.hidden = true
  if (saveCard === false) hide('input[name="saveCard"]', '.ask')
  if (holderName === false) hide('#cardHolderName', '.field')
  const another = form.querySelector('input[type="radio"][name="card"][value="new"]')
  if (savedCards === false && another) {
    another.checked = true
    another.closest('fieldset').hidden = true
  }
  if (asked.verifiesName === true) state.verification = 'wanted'
  if (['onSubmit', 'onChange', 'onBlur', 'onTouched'].includes(asked.validationMode))
    form.dataset.validation = asked.validationMode
  nameButton(asked.buttonType)
  if (only) arrangeWallet(only)
}

// What the button says, of the few things that are known here in the shopper's language, each with the amount.
function nameButton(type) {
  const labels = JSON.parse(button.dataset.labels ?? '{}')
  if (Object.hasOwn(labels, type)) button.querySelector('.says').textContent = labels[type]
}

// A single wallet's button, without the card; what the shopper has to fill in or to know stays.
async function arrangeWallet(wallet) {
  document.body.classList.add('wallet-only')
  const detail = { wallet }
  document.querySelector('[data-wallets]')?.dispatchEvent(new CustomEvent('find', { detail }))
  if (await detail.isThere) return
  document.querySelector('main').hidden = true
  tell('failed', { code: 'wallet_not_available' })
}

function hide(selector, around) {
  const found = form.querySelector(selector)
  if (found) found.closest(around).hidden = true
}
