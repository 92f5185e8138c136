import { becomeCustomer } from './becoming-a-customer.ts'
import { buyCake } from './buying-a-cake.ts'
import { close } from './closing.ts'
import { lose, takeBackCake } from './disputing.ts'
import type { Scene } from './scene.ts'
import { sendCoins } from './sending-coins.ts'
import { spend } from './spending.ts'
import { subscribe } from './subscribing.ts'
import { topUp } from './topping-up.ts'

/** The whole story, from nothing. It ends early, by an error, when anything is not as it should be. */
export async function tellStory(scene: Scene): Promise<void> {
  const ana = await becomeCustomer(scene)
  await topUp(scene, ana)
  await sendCoins(scene, ana)
  await spend(scene, ana)
  await buyCake(scene, ana)
  await takeBackCake(scene, ana)
  const renewed = await subscribe(scene, ana)
  await lose(scene)
  await close(scene, renewed)
}
