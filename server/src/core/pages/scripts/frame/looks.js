// How a page in a frame looks: known names with values that are what they should be. Nothing becomes a text of styles.
const { documentElement: root } = document
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
let rulesAdded = 0

// How the page looks: known names with values that are what they should be. Nothing becomes a text of styles.
export function look({ theme = 'light', variables, rules } = {}) {
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
