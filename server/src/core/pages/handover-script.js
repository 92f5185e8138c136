// On card forms that a store shows in a frame. When the store changes the order, the form of the other one comes in a frame
// of its own and takes what the shopper has typed from the frame before, which is a page of ours too: the store's page, which
// has both frames, sees nothing of it. A frame in a shadow tree is found by nobody, so the two speak on a channel of our
// origin, named by the address of the form before, which holds its session.
;(() => {
  const form = document.querySelector('form[data-brands]')
  if (!form) return
  const answerWithinMs = 1000
  const fields = 'input:not([type="hidden"]), select'
  form.addEventListener('take', ({ detail }) => {
    const before = formsBeside().find(({ address }) => address === detail.from)
    if (before) take(typedIn(before.form))
    else detail.taken = askFor(detail.from).then(take)
  })
  answerOthers()

  // The card forms in other frames of the same page that the same origins may show.
  function formsBeside() {
    const found = []
    for (let place = 0; place < parent.length; place++) {
      const other = documentOf(parent[place])
      const typed = other?.querySelector('form[data-brands]')
      if (!typed || other === document || other.body.dataset.origins !== document.body.dataset.origins) continue
      found.push({ form: typed, address: addressOf(other) })
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

  function addressOf({ body }) {
    return new URL(body.dataset.alone, location.origin).pathname
  }

  // Only a form that the store has put aside gives away what was typed into it, and only to one that the same origins show.
  function answerOthers() {
    const channel = channelOf(addressOf(document))
    channel?.addEventListener('message', ({ data }) => {
      if (data?.asks !== document.body.dataset.origins || !form.hasAttribute('data-held')) return
      channel.postMessage({ typed: typedIn(form) })
    })
  }

  function askFor(address) {
    const channel = channelOf(address)
    if (!channel) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      channel.addEventListener('message', ({ data }) => data?.typed && resolve(data.typed))
      setTimeout(resolve, answerWithinMs)
      channel.postMessage({ asks: document.body.dataset.origins })
    }).finally(() => channel.close())
  }

  // Undefined: the browser has no such channel, or forbids it here.
  function channelOf(address) {
    try {
      return new BroadcastChannel(`typed at ${address}`)
    } catch {
      return undefined
    }
  }

  // What the shopper has touched, and where they are. What they have not touched is as the new order has it.
  function typedIn(before) {
    const inputs = [...before.querySelectorAll(fields)].filter(isTouched)
    const isWrong = (input) => input.hasAttribute('aria-invalid')
    const { activeElement: at } = before.ownerDocument
    return {
      inputs: inputs.map((input) => ({ ...namesOf(input), checked: input.checked, isWrong: isWrong(input) })),
      focus: at?.name && before.contains(at) && { ...namesOf(at), start: at.selectionStart, end: at.selectionEnd },
    }
  }

  function namesOf({ name, type, value }) {
    return { name, type, value }
  }

  function isTouched(input) {
    if (isPressed(input)) return input.checked !== input.defaultChecked
    const initial = input.options
      ? [...input.options].find(({ defaultSelected }) => defaultSelected)?.value
      : input.defaultValue
    return input.value !== (initial ?? '')
  }

  function isPressed({ type }) {
    return type === 'radio' || type === 'checkbox'
  }

  function take(typed) {
    if (!typed) return
    for (const was of typed.inputs) {
      const now = sameAs(was, form.querySelectorAll(fields))
      if (now && !now.disabled && !now.readOnly) copy(was, now)
    }
    if (typed.focus) focusAs(typed.focus)
  }

  function sameAs(was, inputs) {
    return [...inputs].find(
      ({ name, type, value }) => name === was.name && type === was.type && (!isPressed(was) || value === was.value),
    )
  }

  function copy(was, now) {
    if (isPressed(was)) {
      now.checked = was.checked
      return now.dispatchEvent(new Event('change', { bubbles: true }))
    }
    now.value = was.value
    now.dispatchEvent(new Event('input', { bubbles: true }))
    if (was.isWrong) now.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function focusAs(was) {
    const now = sameAs(was, form.elements)
    if (!now) return
    now.focus({ preventScroll: true })
    if (typeof was.start === 'number') now.setSelectionRange(was.start, was.end)
  }
})()
