// The only script of the hosted pages. Everything works without it: it groups the digits, names the scheme, says early
// what the server would say, sends a form once, and sends on what only passes through here. It loads and stores nothing.
;(() => {
  const rules = { cardNumber: numberProblem, cardExpiry: expiryProblem, cardCvv: codeProblem }
  const form = document.querySelector('form[data-brands]')
  if (form) helpTyping(form)
  if (form) sayEarly(form)
  for (const each of document.querySelectorAll('form[novalidate]')) acceptCorrections(each)
  foldOrder()
  lookAtFiles()
  for (const each of document.querySelectorAll('form')) sendOnce(each)
  tellBrowserFacts()
  passOn()
  lookAgain()
  lookWhenTold()
  offerPrinting()
  closeMenus()

  function helpTyping({ elements: { cardNumber, cardExpiry } }) {
    const scheme = cardNumber.parentElement.querySelector('.scheme')
    const codeHint = form.querySelector('#cardCvv-hint')
    const codeHints = JSON.parse(form.dataset.codeHints)
    cardNumber.addEventListener('input', () => {
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
      cardNumber.setSelectionRange(caret, caret)
    })
    cardExpiry.addEventListener('input', (event) => {
      if (!event.inputType?.startsWith('insert')) return
      const { value } = cardExpiry
      if (/^[2-9]$/.test(value)) cardExpiry.value = `0${value}/`
      else if (/^\d\d$/.test(value)) cardExpiry.value = `${value}/`
      else if (/^\d{3,4}$/.test(value)) cardExpiry.value = `${value.slice(0, 2)}/${value.slice(2)}`
    })
  }

  // What was marked as wrong is right again with the character that makes it so; nothing is marked while it is typed.
  function acceptCorrections(form) {
    form.addEventListener('input', () => {
      for (const input of form.querySelectorAll('.wrong .box')) {
        const rule = rules[input.name]
        const isRight = rule && 'brands' in form.dataset ? !rule(input.value, form) : input.checkValidity()
        if (isRight) show(input, '')
      }
    })
  }

  function sayEarly(form) {
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

  function show(input, text) {
    const field = input.closest('.field')
    const error = field.querySelector('.error')
    error.textContent = text || ''
    error.hidden = !text
    field.classList.toggle('wrong', Boolean(text))
    if (text) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }

  function numberProblem(text) {
    const digits = digitsOf(text)
    if (digits === '') return 'number_missing'
    if (!/^\d+$/.test(digits)) return 'number_unreadable'
    if (digits.length < 12) return 'number_incomplete'
    const brand = brandOf(digits)
    if (!brand) return 'brand_unknown'
    if (!brand.lengths.includes(digits.length)) return 'number_incomplete'
    return passesLuhn(digits) ? '' : 'number_mistyped'
  }

  function expiryProblem(text, form) {
    const typed = plain(text).trim()
    if (typed === '') return 'expiry_missing'
    const match = /^(\d{1,2})\s*[/\p{Pd}.\s]\s*(\d{4}|\d{2})$/u.exec(typed) || /^(\d{2})(\d{4}|\d{2})$/.exec(typed)
    if (!match || +match[1] < 1 || +match[1] > 12) return 'expiry_unreadable'
    const [year, month] = form.dataset.today.split('-').map(Number)
    const typedYear = match[2].length === 2 ? year - (year % 100) + +match[2] : +match[2]
    const monthsLeft = (typedYear - year) * 12 + +match[1] - month
    if (monthsLeft < 0) return 'expiry_past'
    return monthsLeft > 240 ? 'expiry_too_far' : ''
  }

  function codeProblem(text, form) {
    const digits = plain(text).replace(/\s/g, '')
    if (digits === '') return 'code_missing'
    const brand = brandOf(digitsOf(form.elements.cardNumber.value))
    const wanted = brand ? brand.codeDigits : digits.length === 4 ? 4 : 3
    if (/^\d+$/.test(digits) && digits.length === wanted) return ''
    return wanted === 4 ? 'code_four_digits' : 'code_three_digits'
  }

  // `Visa|16,18,19|4,8,12|3|4;...`, written by the server from its own rules; of equally long prefixes the last one wins.
  function brandOf(digits) {
    let found
    let longest = 0
    for (const row of form.dataset.brands.split(';')) {
      const [name, lengths, gaps, codeDigits, prefixes] = row.split('|')
      for (const prefix of prefixes.split(',')) {
        const [low, high = low] = prefix.split('-')
        const start = digits.slice(0, low.length)
        if (start.length < low.length || low.length < longest || start < low || start > high) continue
        longest = low.length
        found = { name, lengths: numbers(lengths), gaps: numbers(gaps), codeDigits: +codeDigits }
      }
    }
    return found
  }

  function numbers(text) {
    return text.split(',').map(Number)
  }

  function groupsOf(digits, gaps) {
    const cuts = [0, ...gaps, digits.length]
    return gaps
      .concat(1)
      .map((_, place) => digits.slice(cuts[place], cuts[place + 1]))
      .filter(Boolean)
  }

  function digitsOf(text) {
    return plain(text).replace(/[\s\p{Pd}.]/gu, '')
  }

  function plain(text) {
    const zeros = [0x660, 0x6f0, 0x966, 0x9e6]
    return text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
        const code = digit.charCodeAt(0)
        return code - zeros.filter((zero) => zero <= code).pop()
      })
  }

  function passesLuhn(digits) {
    let sum = 0
    for (let place = 0; place < digits.length; place++) {
      const counted = +digits[digits.length - 1 - place] * (1 + (place % 2))
      sum += counted > 9 ? counted - 9 : counted
    }
    return sum % 10 === 0
  }

  // A second press does nothing. Coming back with the back button makes the form whole again.
  function sendOnce(form) {
    const button = form.querySelector('button[data-busy]')
    if (!button) return
    const words = [...button.childNodes]
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return
      if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
      button.setAttribute('aria-disabled', 'true')
      button.textContent = button.dataset.busy
    })
    addEventListener('pageshow', () => {
      button.removeAttribute('aria-disabled')
      button.replaceChildren(...words)
    })
  }

  function tellBrowserFacts() {
    const facts = {
      browserJavaScript: 'true',
      browserScreenWidth: screen.width,
      browserScreenHeight: screen.height,
      browserColorDepth: screen.colorDepth,
      browserTimeZone: new Date().getTimezoneOffset(),
      browserJavaEnabled: Boolean(navigator.javaEnabled?.()),
    }
    for (const [name, value] of Object.entries(facts)) {
      for (const input of document.querySelectorAll(`input[name="${name}"]`)) input.value = String(value)
    }
  }

  // A file that is too large is not sent in vain, and a picture is shown. Of a camera and a folder the later one counts.
  function lookAtFiles() {
    const inputs = [...document.querySelectorAll('input[data-bytes-max]')]
    for (const input of inputs) {
      input.addEventListener('change', () => {
        for (const other of inputs) if (other !== input) other.value = ''
        for (const each of inputs) show(each, isTooLarge(each) ? each.dataset.tooLarge : '')
        const { form, files } = input
        const preview = form.querySelector('.preview')
        preview.hidden = true
        if (!files[0] || isTooLarge(input) || !files[0].type.startsWith('image/')) return
        const reader = new FileReader()
        reader.onload = () => {
          preview.src = reader.result
          preview.hidden = false
        }
        reader.readAsDataURL(files[0])
      })
    }
    inputs[0]?.form.addEventListener('submit', (event) => {
      const wrong = inputs.find(isTooLarge)
      if (!wrong) return
      event.preventDefault()
      wrong.focus()
    })
  }

  function isTooLarge({ files, dataset }) {
    return files.length > 0 && files[0].size > Number(dataset.bytesMax)
  }

  // A redirect form submits itself, unless the shopper came back to it: then they use the button.
  function passOn() {
    const form = document.querySelector('form[data-pass-on]')
    const [visit] = performance.getEntriesByType('navigation')
    if (!form || visit?.type === 'back_forward') return
    if (window === parent || !form.dataset.origins) return form.submit()
    // In a frame, the store's page may have a helper of ours that takes the way back to the whole window.
    const patience = setTimeout(() => form.submit(), 500)
    addEventListener('message', ({ source, origin, data }) => {
      if (source === parent && origins.includes(origin) && data?.florin === 'taken') clearTimeout(patience)
    })
    const origins = form.dataset.origins.split(' ')
    for (const origin of origins) parent.postMessage({ florin: 'return', url: location.href }, origin)
  }

  // Where the order is above the form it is folded, so that the form is near.
  function foldOrder() {
    const order = document.querySelector('details.of-order')
    if (!order) return
    const isBeside = matchMedia('(min-width: 60rem)')
    order.open = isBeside.matches
    isBeside.addEventListener('change', () => (order.open = isBeside.matches))
  }

  function lookAgain() {
    const page = document.querySelector('[data-look-again]')
    if (page) setTimeout(() => location.replace(page.href), Number(page.dataset.lookAgain) * 1000)
  }

  function lookWhenTold() {
    const page = document.querySelector('[data-live]')
    if (!page) return
    const source = new EventSource(page.dataset.live)
    source.addEventListener('answered', () => {
      source.close()
      location.replace(page.href)
    })
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => location.replace(page.href), 5000)
    })
  }

  function offerPrinting() {
    for (const button of document.querySelectorAll('[data-print]')) {
      button.hidden = false
      button.addEventListener('click', () => print())
    }
  }

  function closeMenus() {
    const menus = [...document.querySelectorAll('details.tongues')]
    addEventListener('click', ({ target }) => {
      for (const menu of menus) if (!menu.contains(target)) menu.open = false
    })
    addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return
      for (const menu of menus) {
        if (menu.open) menu.querySelector('summary').focus()
        menu.open = false
      }
    })
  }
})()
