import { button, form, offline, state, tell } from './store.js'

// The card form in a frame: what the store learns of it, and what the store has it do.

export function watchForm() {
  form.addEventListener('submit', refuseHeld, true)
  form.addEventListener('submit', refuseOffline, true)
  form.addEventListener('submit', askStore, true)
  form.addEventListener('submit', () => {
    if (button.getAttribute('aria-disabled') === 'true') tell('pending', { pending: true })
  })
  // What a wallet has returned is sent, or was refused before anything was requested.
  form.addEventListener('busy', ({ detail }) => tell('pending', { pending: detail }))
  for (const type of ['input', 'change'])
    form.addEventListener(type, () => tell('change', { ...checked(false), brand: brandShown() }))
}

function refuseHeld(event) {
  if (!form.hasAttribute('data-held')) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

// What is typed stays where it is, which a browser that shows its own page of errors would not do.
function refuseOffline(event) {
  document.querySelector('.offline')?.remove()
  if (navigator.onLine) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const notice = document.createElement('p')
  notice.className = 'notice offline'
  notice.setAttribute('role', 'alert')
  notice.textContent = offline
  form.before(notice)
}

// A store that has the cardholder's name checked decides by the result, before anything is sent.
function askStore(event) {
  if (!state.verification || state.verification === 'passed') return
  if (state.verification === 'wanted' && !checked(false).isValid) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (state.verification === 'asked') return
  state.verification = 'asked'
  button.setAttribute('aria-disabled', 'true')
  tell('verify')
}

export function verified({ proceeds }) {
  if (state.verification !== 'asked') return
  button.removeAttribute('aria-disabled')
  state.verification = 'passed'
  if (proceeds === true) form.requestSubmit(button)
  state.verification = 'wanted'
}

function brandShown() {
  return form.querySelector('.scheme').textContent || undefined
}

// Which fields are wrong and why, by the script of the card form; never what is in them.
function checked(shows) {
  const detail = { shows, problems: [] }
  form.dispatchEvent(new CustomEvent('check', { detail }))
  return { isValid: detail.problems.length === 0, errors: detail.problems }
}

export function validate({ id }) {
  tell('validity', { id, ...(form ? checked(true) : { isValid: false, errors: [] }) })
}

export function submit() {
  if (form) form.requestSubmit(button)
}

// A stored card, without anything being shown.
export function pay({ cardId }) {
  const card = [...(form?.querySelectorAll('input[name="card"]') ?? [])].find(({ value }) => value === String(cardId))
  if (!card || card.disabled) return tell('failed', { code: 'card_not_found' })
  card.checked = true
  form.requestSubmit(button)
}

// The store brings another order: from here on this one is not paid, unless a payment is under way.
export function hold({ isHeld }) {
  const isUnderWay = !form || button.getAttribute('aria-disabled') === 'true'
  if (form) form.toggleAttribute('data-held', isHeld && !isUnderWay)
  if (isHeld) tell('held', { isHeld: !isUnderWay })
}
