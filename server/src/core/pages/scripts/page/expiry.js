// The expiry date of a card while it is typed at its end: `MM/` is shown as soon as the month is known, so a separator that
// is typed is not another one. A year that comes first stays first: `YYYY-MM`.
const typedForms = [
  [/^\s*(?<first>[1-9]|\d\d)[\s\p{P}\p{S}]+(?<then>.*)$/su, '/'],
  [/^\s*(?<first>\d{4})[\s\p{P}\p{S}]+(?<then>.*)$/su, '-'],
  [/^\s*(?<first>[01]\d|[3-9]|2(?=[1-9]))(?<then>\d*)$/, '/'],
]

export function formattedExpiry(text) {
  for (const [form, separator] of typedForms) {
    const found = form.exec(text)
    if (found) return found.groups.first.padStart(2, '0') + separator + found.groups.then
  }
  return text
}

export function formatExpiry(input) {
  input.addEventListener('input', ({ inputType, data }) => {
    if (!inputType?.startsWith('insert')) return
    const { value, selectionStart } = input
    const isAtEnd = selectionStart === value.length
    // Within the text only a second separator is dropped: digits that are corrected stay where they are.
    if (!isAtEnd && !/^[\s\p{P}\p{S}]$/u.test(data ?? '')) return
    const formatted = formattedExpiry(value)
    if (formatted === value) return
    input.value = formatted
    const caret = isAtEnd ? formatted.length : formatted.search(/[/-]/) + 1
    input.setSelectionRange(caret, caret)
  })
}
