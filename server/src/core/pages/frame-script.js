// On hosted pages that a store shows in a frame on its own page, beside the script of all hosted pages. It speaks with the
// store's page and with nobody else: with the window that shows the frame, when its origin is one that the site names. It
// says what happens and how high the page is, and takes how the page looks. What is typed it never passes on.
;(() => {
  const { body, documentElement: root } = document
  const { page, alone, offline } = body.dataset
  const origins = body.dataset.origins.split(' ').filter(Boolean)
  const form = document.querySelector('form[data-brands]')
  const button = form?.querySelector('button[data-busy]')
  const looks = {
    variables: {
      colorPrimary: { kind: 'color', sets: ['--accent'] },
      colorDanger: { kind: 'color', sets: ['--bad'] },
      colorBackground: { kind: 'color', sets: ['--paper'] },
      colorBackgroundFocus: { kind: 'color', sets: ['--paper-focus'] },
      colorText: { kind: 'color', sets: ['--ink'] },
      colorTextSecondary: { kind: 'color', sets: ['--soft'] },
      colorTextPlaceholder: { kind: 'color', sets: ['--placeholder'] },
      colorBorder: { kind: 'color', sets: ['--edge', '--line'] },
      colorBorderFocus: { kind: 'color', sets: ['--focus'] },
      borderRadius: { kind: 'length', sets: ['--radius'] },
      fontFamily: { kind: 'fonts', sets: ['--fonts'] },
      fontSizeBase: { kind: 'length', sets: ['--font-size'] },
    },
    elements: {
      input: '.box',
      label: '.label',
      'saved-card': '.choice',
      button: '.button:not(.quiet)',
      error: '.error',
    },
    states: [
      ['', ''],
      [':hover', ':hover'],
      [':focus', ':focus'],
      [':disabled', ':disabled'],
      ['::placeholder', '::placeholder'],
      ['--invalid', '[aria-invalid="true"]'],
      ['--focused', ':is(.field:focus-within > *)'],
      ['--selected', ':has(input:checked)'],
      ['--selected:hover', ':has(input:checked):hover'],
    ],
    properties: {
      color: 'color',
      backgroundColor: 'color',
      borderColor: 'color',
      borderRadius: 'length',
      borderWidth: 'length',
      fontSize: 'length',
      fontWeight: 'weight',
      fontStyle: 'style',
    },
    kinds: {
      color: /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/i,
      length: /^(?:0|\d{1,3}(?:\.\d{1,3})?(?:px|rem|em))$/,
      weight: /^(?:normal|bold|[1-9]00)$/,
      style: /^(?:normal|italic)$/,
      fonts: /^[\w\s,'"-]+$/,
    },
    rulesMax: 50,
  }
  let store
  let rulesAdded = 0
  let verification

  if (window === parent) return location.replace(alone)
  // The bank has sent the browser back, in the frame of a frame.
  if (page === 'returned') return parent.postMessage({ florin: 'bank', type: 'returned' }, location.origin)
  waitForBank()
  if (form) watchForm()

  const commands = { hold, submit, validate, pay, verified, appearance: ({ appearance }) => look(appearance) }
  addEventListener('message', ({ origin, source, data }) => {
    if (source !== parent || !origins.includes(origin) || data?.florin !== 'embedded') return
    if (data.type === 'connect') return connect(origin, data)
    if (origin === store) commands[data.type]?.(data)
  })

  function connect(origin, { appearance, options = {}, order, takes }) {
    store = origin
    look(appearance)
    arrange(options)
    body.classList.add('connected')
    if (page === 'start') return order && open(order)
    if (takes) form?.dispatchEvent(new CustomEvent('take', { detail: { from: takes } }))
    const { payment, error } = body.dataset
    tell('page', { page, alone, title: document.title, ...parsed('payment', payment), ...parsed('error', error) })
    new ResizeObserver(tellHeight).observe(body)
    if (page === 'leave') tell('leave', { alone })
    if (!takes) document.querySelector('[autofocus]')?.focus()
  }

  // The store brings another order: from here on this one is not paid, unless a payment is under way.
  function hold({ isHeld }) {
    const isUnderWay = !form || button.getAttribute('aria-disabled') === 'true'
    if (form) form.toggleAttribute('data-held', isHeld && !isUnderWay)
    if (isHeld) tell('held', { isHeld: !isUnderWay })
  }

  function parsed(name, text) {
    return text ? { [name]: JSON.parse(text) } : {}
  }

  function tell(type, facts) {
    if (store) parent.postMessage({ florin: 'embedded', type, ...facts }, store)
  }

  function tellHeight() {
    tell('height', { height: Math.ceil(body.getBoundingClientRect().height) })
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

  function watchForm() {
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
    if (!verification || verification === 'passed') return
    if (verification === 'wanted' && !checked(false).isValid) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (verification === 'asked') return
    verification = 'asked'
    button.setAttribute('aria-disabled', 'true')
    tell('verify')
  }

  function verified({ proceeds }) {
    if (verification !== 'asked') return
    button.removeAttribute('aria-disabled')
    verification = 'passed'
    if (proceeds === true) form.requestSubmit(button)
    verification = 'wanted'
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

  function validate({ id }) {
    tell('validity', { id, ...(form ? checked(true) : { isValid: false, errors: [] }) })
  }

  function submit() {
    if (form) form.requestSubmit(button)
  }

  // A stored card, without anything being shown.
  function pay({ cardId }) {
    const card = [...(form?.querySelectorAll('input[name="card"]') ?? [])].find(({ value }) => value === String(cardId))
    if (!card || card.disabled) return tell('failed', { code: 'card_not_found' })
    card.checked = true
    form.requestSubmit(button)
  }

  function arrange({ only, wallets = [], savedCards, saveCard, submitButton, holderName, condensed, ...asked }) {
    body.classList.toggle('condensed', condensed === true)
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
    if (asked.verifiesName === true) verification = 'wanted'
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
    body.classList.add('wallet-only')
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

  // The bank's page is in a frame of this page; when it has sent the browser back, this page goes on.
  function waitForBank() {
    const bank = document.querySelector('iframe[name="bank"]')
    if (!bank) return
    addEventListener('message', ({ origin, source, data }) => {
      if (origin === location.origin && source === bank.contentWindow && data?.type === 'returned')
        location.replace(bank.dataset.after)
    })
  }

  // How the page looks: known names with values that are what they should be. Nothing becomes a text of styles.
  function look({ theme = 'light', variables, rules } = {}) {
    root.style.cssText = ''
    for (; rulesAdded > 0; rulesAdded--) document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)
    // `auto` is as the browser prefers.
    const media = { auto: '(prefers-color-scheme: dark)', dark: 'all' }[theme] ?? 'not all'
    for (const dark of document.querySelectorAll('style[media]')) dark.media = media
    if (theme !== 'auto') root.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
    for (const [name, value] of Object.entries(variables ?? {})) setVariable(name, value)
    for (const [selector, styles] of Object.entries(rules ?? {}).slice(0, looks.rulesMax)) addRule(selector, styles)
  }

  function setVariable(name, value) {
    const known = Object.hasOwn(looks.variables, name) && looks.variables[name]
    if (!known || !isPlain(known.kind, value)) return
    for (const property of known.sets) root.style.setProperty(property, value)
    if (name === 'colorPrimary') root.style.setProperty('--accent-text', readableOn(value))
  }

  function addRule(selector, styles) {
    const [, name, state = ''] = /^\.xmoney-([a-z]+(?:-[a-z]+)*)((?:--[a-z]+|::?[a-z]+)*)$/.exec(selector) ?? []
    const element = Object.hasOwn(looks.elements, name ?? '') && looks.elements[name]
    const found = element && looks.states.find(([known]) => known === state)
    if (!found) return
    const [sheet] = document.styleSheets
    const rule = sheet.cssRules[sheet.insertRule(`${element}${found[1]} {}`, sheet.cssRules.length)]
    rulesAdded++
    for (const [property, value] of Object.entries(styles ?? {})) {
      const kind = Object.hasOwn(looks.properties, property) && looks.properties[property]
      if (kind && isPlain(kind, value)) rule.style[property] = value
    }
  }

  // A colour, a length, a weight or a list of fonts, and never an address or a function that reads one.
  function isPlain(kind, value) {
    if (typeof value !== 'string' || value.length > 100) return false
    return looks.kinds[kind].test(value) && (kind !== 'color' || CSS.supports('color', value))
  }

  // White or black, whichever can be read on a colour, as browsers paint it.
  function readableOn(color) {
    const probe = document.createElement('canvas').getContext('2d')
    probe.fillStyle = color
    probe.fillRect(0, 0, 1, 1)
    const [red, green, blue] = [...probe.getImageData(0, 0, 1, 1).data].map((channel) => {
      const part = channel / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#000000'
  }
})()
