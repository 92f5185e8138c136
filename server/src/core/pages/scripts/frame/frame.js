// On hosted pages that a store shows in a frame on its own page, beside the script of all hosted pages. It says what happens
// and how high the page is, and takes how the page looks. What is typed it never passes on.
import { arrange } from './arranging.js'
import { look } from './looks.js'
import { alone, form, origins, page, state, tell } from './store.js'
import { hold, pay, submit, validate, verified, watchForm } from './watching.js'

if (window === parent) location.replace(alone)
// The bank has sent the browser back, in the frame of a frame.
else if (page === 'returned') parent.postMessage({ florin: 'bank', type: 'returned' }, location.origin)
else begin()

function begin() {
  waitForBank()
  if (form) watchForm()
  const commands = { hold, submit, validate, pay, verified, appearance: ({ appearance }) => look(appearance) }
  addEventListener('message', ({ origin, source, data }) => {
    if (source !== parent || !origins.includes(origin) || data?.florin !== 'embedded') return
    if (data.type === 'connect') return connect(origin, data)
    if (origin === state.store) commands[data.type]?.(data)
  })
}

async function connect(origin, { appearance, options = {}, order, takes }) {
  state.store = origin
  look(appearance)
  arrange(options)
  document.body.classList.add('connected')
  if (page === 'start') return order && open(order)
  if (takes) await takeFrom(takes)
  const { payment, error } = document.body.dataset
  tell('page', { page, alone, title: document.title, ...parsed('payment', payment), ...parsed('error', error) })
  new ResizeObserver(tellHeight).observe(document.body)
  if (page === 'leave') tell('leave', { alone })
  if (!takes) document.querySelector('[autofocus]')?.focus()
}

// What was typed into the form before, which another script fetches.
async function takeFrom(address) {
  const detail = { from: address }
  form?.dispatchEvent(new CustomEvent('take', { detail }))
  await detail.taken
}

function parsed(name, text) {
  return text ? { [name]: JSON.parse(text) } : {}
}

function tellHeight() {
  tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) })
}

// A signed order begins, or goes on, under the session's own address.
function open({ payload, checksum, replaces }) {
  const opening = document.querySelector('form[data-open]')
  if (!opening) return
  opening.elements.jsonRequest.value = String(payload)
  opening.elements.checksum.value = String(checksum)
  opening.elements.replaces.value = String(replaces ?? '').replace('/checkout/', '')
  opening.submit()
}

// The bank's page is in a frame of this page; when it has sent the browser back, this page goes on.
function waitForBank() {
  const bank = document.querySelector('iframe[name="bank"]')
  if (!bank) return
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === location.origin && source === bank.contentWindow && data?.type === 'returned')
      location.replace(bank.dataset.after)
  })
}
