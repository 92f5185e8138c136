// The frame's conversation with the store's page: with the window that shows the frame, when its origin is one that the site
// names, and with nobody else.
export const { page, alone, offline } = document.body.dataset
export const origins = document.body.dataset.origins.split(' ').filter(Boolean)
export const form = document.querySelector('form[data-brands]')
export const button = form?.querySelector('button[data-busy]')
// `store`: its origin. `verification`: of the cardholder's name, when the store decides by it.
export const state = { store: undefined, verification: undefined }

export function tell(type, facts) {
  if (state.store) parent.postMessage({ florin: 'embedded', type, ...facts }, state.store)
}
