// What a store's page gives to the form, read. One of the parts of a script that stores load; `interface.js` says what it is.
export const home = new URL(document.currentScript.src).origin
export const texts = JSON.parse('TEXTS')

export function settingsOf(config, kind) {
  const { options = {}, card = {}, paymentMethods = {} } = config ?? {}
  if (!/^pk_(test|live)_\d+$/.test(config?.publicKey ?? '')) throw new Error('publicKey must look like pk_test_10722.')
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

export function orderOf({ orderPayload, payload = orderPayload, orderChecksum, checksum = orderChecksum } = {}) {
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

// Calls a function that the store has given. What it does wrong must not stop a payment.
export function callerOf(callbacks) {
  return (name, value) => {
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

// The store decides by the check of the cardholder's name whether it is paid. No bank is asked here, and that is said.
export async function proceedsAfterNameCheck(verifies) {
  const status = 'NOT_SUPPORTED'
  const result = { status, firstNameStatus: status, middleNameStatus: status, lastNameStatus: status }
  try {
    return (await verifies(result)) === true
  } catch (error) {
    setTimeout(() => {
      throw error
    })
    return false
  }
}
