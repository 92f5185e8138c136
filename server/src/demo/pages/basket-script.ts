/** Keeps the sum in the bar of the shop up to date; without script it is that of the form as it was sent. */
export const basketScript = `{
const form = document.querySelector('form[data-trial]')
const money = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'EUR' })
const sum = () => {
  const kind = form.elements.kind.value
  let cents = 0
  if (kind === 'subscribe') cents = Number(form.dataset.trial)
  if (kind === 'exact') cents = Math.round(Number(form.elements.exact.value) * 100)
  if (kind === 'once' || kind === 'save')
    for (const input of form.querySelectorAll('[data-cents]')) cents += Number(input.dataset.cents) * (Number(input.value) || 0)
  form.querySelector('output').textContent = money.format(cents / 100)
}
form.addEventListener('input', sum)
addEventListener('pageshow', sum)
}`
