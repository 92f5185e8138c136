import { runDueWorkOnce } from '#kernel/work/due-work.ts'
import type { BothHalves } from './both-halves.ts'
import { clearAgain } from './both-halves-files.ts'
import {
  adviseFar,
  authorizeFar,
  clearFar,
  increaseFar,
  refundFar,
  repeatFar,
  reverseFar,
} from './both-halves-messages.ts'
import { buy } from './both-halves-purchases.ts'
import type { Random } from './random.ts'

type Act = (scene: BothHalves, random: Random) => Promise<string>

/** The second process is killed in the middle of messages, of due work, or of a clearing file; another takes its place. */
export async function killProcess(scene: BothHalves, random: Random): Promise<string> {
  const { neighbour } = scene
  const acts: readonly Act[] = [
    authorizeFar,
    authorizeFar,
    increaseFar,
    reverseFar,
    adviseFar,
    clearFar,
    clearFar,
    refundFar,
    repeatFar,
    buy,
    workThere,
    clearAgain,
  ]
  const steps = random.between(1, 24)
  neighbour.doom(steps)
  const dices = Array.from({ length: random.between(1, 4) }, () => random.fork())
  const doing = await Promise.all(dices.map((own) => random.pick(acts)(scene, own)))
  const died = await neighbour.replace()
  if (died) scene.deaths++
  return `the second process ${died ? `dies after ${steps} steps` : 'is replaced'}: ${doing.join(' | ')}`
}

/** Some of what is due is claimed there, and is perhaps not done. */
async function workThere({ neighbour }: BothHalves): Promise<string> {
  return `of what is due ${await neighbour.does(({ jobs, log }) => runDueWorkOnce(jobs, log))} is done there`
}
