import { describe, expect, test } from 'vitest'
import type { SessionSettings } from './session.ts'
import { settled, signedOn } from './session-under-test.ts'

describe('a decision that takes too long', () => {
  const late = async (whenLate: SessionSettings['whenLate'], id: string) => {
    const test = signedOn({ whenLate })
    test.receive(id)
    return { ...test, given: () => test.codes().slice(1) }
  }

  test('has no answer, so that the network decides and reverses', async () => {
    const { pass, asked, given, declined, session } = await late('silent', 'D05')
    pass(2_499)
    expect(asked[0]!.wait!.isOver()).toBe(false)
    pass(1)
    expect(asked[0]!.wait!.isOver()).toBe(true)
    asked[0]!.resolve({ code: '00' })
    await settled()
    expect([given(), declined.length, session.status().late]).toEqual([[], 0, 1])
  })

  test('is declined where that is agreed, after that is recorded, and an approval that comes is not answered', async () => {
    const { pass, asked, given, declined, session } = await late('decline', 'D05')
    pass(1_999)
    expect([asked[0]!.wait!.isOver(), declined.length]).toEqual([false, 0])
    pass(1)
    expect([asked[0]!.wait!.isOver(), given()]).toEqual([true, []])
    expect(declined).toMatchObject([{ code: '91', request: { kind: 'authorization', key: { stan: '000123' } } }])
    asked[0]!.resolve({ code: '00' })
    await settled()
    expect(given()).toEqual([])
    declined[0]!.resolve()
    await settled()
    expect([given(), session.status()]).toMatchObject([['91'], { late: 1, inFlight: 0 }])
    pass(1_000)
    expect([given(), declined.length]).toEqual([['91'], 1])
  })

  test('is declined in time also when that cannot be recorded yet, which is tried until it is', async () => {
    const { pass, given, declined, session, lines } = await late('decline', 'D05')
    pass(2_000)
    pass(499)
    expect(given()).toEqual([])
    pass(1)
    expect(given()).toEqual(['91'])
    let drained = false
    void session.drain().then(() => {
      drained = true
    })
    declined[0]!.reject(new Error('the database is away'))
    await settled()
    pass(500)
    expect(declined).toHaveLength(2)
    expect(lines.join()).toContain('a late decline is not recorded yet')
    declined[1]!.resolve()
    await settled()
    expect([given(), drained]).toEqual([['91'], false])
  })

  test('is late when it comes, although the time was not looked at', async () => {
    const { wait, asked, given, declined } = await late('decline', 'D05')
    wait(2_100)
    asked[0]!.resolve({ code: '00' })
    await settled()
    expect([given(), declined.length]).toEqual([[], 1])
  })

  test('and fails is no decline that the network has heard, where a silent line cannot record it', async () => {
    const { pass, asked, given, declined } = await late('silent', 'D05')
    asked[0]!.reject(new Error('Connection terminated unexpectedly'))
    await settled()
    declined[0]!.reject(new Error('the database is away'))
    await settled()
    pass(2_500)
    expect(given()).toEqual([])
    pass(2_500)
    expect([given(), declined.length]).toEqual([[], 1])
  })

  test('about an advice is answered all the same', async () => {
    const { pass, asked, given } = await late('decline', 'D14')
    pass(2_500)
    asked[0]!.resolve({ code: '00' })
    await settled()
    expect(given()).toEqual(['00'])
  })
})
