import { expect, test } from 'vitest'
import { faultOf } from './faults.ts'

const failed = (stack: string) => Object.assign(new TypeError('ana@example.com has no card'), { stack })

test('a report of a fault has its kind and its places in our scripts, and nothing of what the page showed', () => {
  const stack = `TypeError: ana@example.com has no card
    at Sentence (https://pay.example/dashboard/assets/detail-Bx3.js:12:3401)
    at https://pay.example/dashboard/assets/main-_a.js:1:88 of /m/7/customers/ana@example.com`
  expect(faultOf(failed(stack), '/m/$scopeId/payments/$id')).toEqual({
    page: '/m/$scopeId/payments/$id',
    fault: 'TypeError',
    places: 'detail-Bx3.js:12:3401 main-_a.js:1:88',
  })
})

test('it has ten places at most, and none where the browser has none', () => {
  const deep = Array.from({ length: 30 }, (_, line) => `    at https://pay.example/a.js:${line}:1`).join('\n')
  expect(faultOf(failed(deep), '/')?.places?.split(' ')).toHaveLength(10)
  expect(faultOf('a text that was thrown', '/')).toEqual({ page: '/', fault: 'Thrown' })
})

test('a request that was refused or given up is no fault of the page', () => {
  for (const name of ['ApiError', 'AbortError'])
    expect(faultOf(Object.assign(new Error(), { name }), '/')).toBeUndefined()
})
