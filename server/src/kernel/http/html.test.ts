import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributes, type HtmlPart, html, raw } from './html.ts'

test('text of others stays text', () => {
  const name = '<script>alert("Fish & Chips\'")</script>'
  expect(String(html`<p>${name}</p>`)).toBe(
    '<p>&lt;script&gt;alert(&quot;Fish &amp; Chips&#39;&quot;)&lt;/script&gt;</p>',
  )
})

test('a value cannot leave its quoted attribute', () => {
  expect(String(html`<input value="${'" onfocus="x'}">`)).toBe('<input value="&quot; onfocus=&quot;x">')
})

test('markup inside markup is not escaped again', () => {
  const bold = html`<b>${'a < b'}</b>`
  expect(String(html`<p>${bold}</p>`)).toBe('<p><b>a &lt; b</b></p>')
})

test('lists are written one after the other, however deep', () => {
  const rows = ['<a>', 'b'].map((name) => html`<li>${name}</li>`)
  expect(String(html`<ul>${[rows, [[' & ']]]}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li> &amp; </ul>')
})

test('nothing is written for what is absent, and zero is not absent', () => {
  expect(String(html`[${null}${undefined}${false}${''}${0}${0n}]`)).toBe('[00]')
})

test('only raw text is trusted', () => {
  expect(String(html`${raw('<hr>')}`)).toBe('<hr>')
})

test('an object that slipped through the types is refused, not printed', () => {
  const stranger: unknown = { toString: () => '<b>' }
  expect(() => html`${stranger as HtmlPart}`).toThrow('A page cannot hold a value of type object')
})

test('attributes are quoted, bare when true, and left out when absent', () => {
  expect(String(attributes({ id: 'a"b', checked: true, hidden: false, value: undefined, title: null, max: 3 }))).toBe(
    ' id="a&quot;b" checked max="3"',
  )
})

test('no text, whatever it is, adds a mark to the page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const page = String(html`<p title="${text}">${text}</p>`)
      expect(page.slice('<p title="'.length, -'</p>'.length).split('">')).toHaveLength(2)
      expect(page.match(/[<>]/g)).toHaveLength(4)
    }),
  )
})
