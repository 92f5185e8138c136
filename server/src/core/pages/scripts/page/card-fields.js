import { brandOf, digitsOf, form, groupsOf, rules } from './card-rules.js'
import { formatExpiry } from './expiry.js'

// The fields of a card form while they are typed.

export function helpTyping({ elements: { cardNumber, cardExpiry } }) {
  const scheme = cardNumber.parentElement.querySelector('.scheme')
  const codeHint = form.querySelector('#cardCvv-hint')
  const codeHints = JSON.parse(form.dataset.codeHints)
  cardNumber.addEventListener('input', ({ inputType }) => {
    const { value, selectionStart } = cardNumber
    const digits = digitsOf(value)
    const brand = brandOf(digits)
    scheme.textContent = brand ? brand.name : ''
    codeHint.textContent = codeHints[brand ? brand.codeDigits : 3]
    if (!/^[\d\s-]*$/.test(value)) return
    const digitsBefore = digitsOf(value.slice(0, selectionStart)).length
    const grouped = groupsOf(digits, brand ? brand.gaps : [4, 8, 12]).join(' ')
    if (grouped === value) return
    cardNumber.value = grouped
    let caret = 0
    for (let seen = 0; seen < digitsBefore; caret++) if (grouped[caret] !== ' ') seen++
    // A space that was deleted forwards is set again, so it is passed.
    if (inputType === 'deleteContentForward' && grouped[caret] === ' ') caret++
    cardNumber.setSelectionRange(caret, caret)
  })
  formatExpiry(cardExpiry)
}

// What was marked as wrong is right again with the character that makes it so; nothing is marked while it is typed.
export function acceptCorrections(form) {
  form.addEventListener('input', () => {
    for (const input of form.querySelectorAll('.wrong .box')) {
      const rule = rules[input.name]
      const isRight = rule && 'brands' in form.dataset ? !rule(input.value, form) : input.checkValidity()
      if (isRight) show(input, '')
    }
  })
}

export function sayEarly(form) {
  const problems = JSON.parse(form.dataset.problems)
  const { elements } = form
  // When a field is left that was changed; a store that has the form in a frame may have it said at other times.
  const times = { onSubmit: [], onChange: ['input'], onBlur: ['blur'], onTouched: ['blur', 'input'] }
  const touched = new Set()
  for (const name of Object.keys(rules)) {
    for (const event of ['input', 'change', 'blur']) {
      elements[name].addEventListener(event, () => {
        const { validation } = form.dataset
        if (event === 'blur') touched.add(name)
        if (!(times[validation] ?? ['change']).includes(event)) return
        if (validation === 'onTouched' && !touched.has(name)) return
        const problem = rules[name](elements[name].value, form)
        show(elements[name], problem.endsWith('_missing') && !validation ? '' : problems[problem])
      })
    }
  }
  form.addEventListener('submit', (event) => {
    const [first] = problemsIn(form, true)
    if (!first) return
    event.preventDefault()
    elements[first.field].focus()
  })
  // The script of a frame asks, for the store's page.
  form.addEventListener('check', ({ detail }) => {
    detail.problems = problemsIn(form, detail.shows)
  })
}

// What is wrong in a form, by the names of its fields; each is said beside its field where `shows`.
function problemsIn(form, shows) {
  const problems = JSON.parse(form.dataset.problems)
  const required = [...form.querySelectorAll('fieldset:not(.new-card) [required]')]
  const asked = required.map((input) => [input, input.value.trim() === '' ? 'answer_missing' : ''])
  const ofCard = Object.keys(typesNewCard(form) ? rules : {}).map((name) => {
    const input = form.elements[name]
    return [input, rules[name](input.value, form)]
  })
  const all = [...asked, ...ofCard]
  if (shows) for (const [input, problem] of all) show(input, problems[problem])
  return all
    .filter(([, problem]) => problem)
    .map(([{ name }, code]) => ({ field: name, code, message: problems[code] }))
}

function typesNewCard({ elements: { card } }) {
  return !card || card.value === 'new'
}

export function show(input, text) {
  const field = input.closest('.field')
  const error = field.querySelector('.error')
  error.textContent = text || ''
  error.hidden = !text
  field.classList.toggle('wrong', Boolean(text))
  if (text) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}
