// On card forms that a store shows in a frame. When the store changes the order, the form of the other one comes in a frame
// of its own and takes what the shopper has typed from the frame before, which is a page of ours too: the store's page, which
// has both frames, sees nothing of it.
;(() => {
  const form = document.querySelector('form[data-brands]')
  form?.addEventListener('take', ({ detail }) => {
    const before = formsBeside().find(({ address }) => address === detail.from)
    if (before) take(before.form)
  })

  // The card forms in other frames of the same page that the same origins may show.
  function formsBeside() {
    const found = []
    for (let place = 0; place < parent.length; place++) {
      const other = documentOf(parent[place])
      const typed = other?.querySelector('form[data-brands]')
      if (!typed || other === document || other.body.dataset.origins !== document.body.dataset.origins) continue
      found.push({ form: typed, address: new URL(other.body.dataset.alone, location.origin).pathname })
    }
    return found
  }

  // Undefined: it is of another origin, and no business of ours.
  function documentOf(other) {
    try {
      return other.document
    } catch {
      return undefined
    }
  }

  function take(before) {
    for (const was of before.querySelectorAll('input:not([type="hidden"]), select')) {
      const now = [...form.querySelectorAll('input:not([type="hidden"]), select')].find((input) => isSame(input, was))
      if (now && !now.disabled && !now.readOnly) copy(was, now)
    }
    focusAs(before)
  }

  function isSame(input, was) {
    return input.name === was.name && input.type === was.type && (!isPressed(was) || input.value === was.value)
  }

  function isPressed({ type }) {
    return type === 'radio' || type === 'checkbox'
  }

  // What the shopper has not touched is as the new order has it.
  function copy(was, now) {
    if (isPressed(was)) {
      if (was.checked === was.defaultChecked) return
      now.checked = was.checked
      return now.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const initial = was.options
      ? [...was.options].find(({ defaultSelected }) => defaultSelected)?.value
      : was.defaultValue
    if (was.value === (initial ?? '')) return
    now.value = was.value
    now.dispatchEvent(new Event('input', { bubbles: true }))
    if (was.hasAttribute('aria-invalid')) now.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function focusAs(before) {
    const was = before.ownerDocument.activeElement
    const now = was?.name && [...form.elements].find((input) => isSame(input, was))
    if (!now) return
    now.focus({ preventScroll: true })
    if (typeof was.selectionStart === 'number') now.setSelectionRange(was.selectionStart, was.selectionEnd)
  }
})()
