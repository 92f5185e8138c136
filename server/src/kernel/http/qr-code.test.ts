import qrcode from 'qrcode'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const address = 'https://pay.example/l/9fJ3kTq8vXw2Lm5R'

test('the drawing has a dark square wherever the code has one, and a quiet edge of four around it', () => {
  const { modules } = qrcode.create(address, { errorCorrectionLevel: 'M' })
  const drawn = String(qrCode(address, 'code'))
  const dark = new Set(
    [...drawn.matchAll(/M(\d+) (\d+)h(\d+)v1H/g)].flatMap(([, column, row, length]) =>
      Array.from({ length: Number(length) }, (_, step) => `${Number(column) - 4 + step} ${Number(row) - 4}`),
    ),
  )
  const expected = [...modules.data].flatMap((square, index) =>
    square ? [`${index % modules.size} ${Math.floor(index / modules.size)}`] : [],
  )
  expect([...dark].sort()).toEqual(expected.sort())
  expect(drawn).toContain(`viewBox="0 0 ${modules.size + 8} ${modules.size + 8}"`)
})

test('its name is for people, and cannot become markup', () => {
  expect(String(qrCode(address, '"><script>'))).toContain('aria-label="&quot;&gt;&lt;script&gt;"')
})
