/** Whether what is to be deleted is gone, or some of it waits for the next run. */
export type Swept = 'done' | 'more'

/**
 * Deletes a batch at a time, so that no statement holds many rows, and at most so many batches, so that a run is over
 * before the lease of its due work is. `batch` deletes at most so many rows and returns how many they were.
 */
export async function inBatches(batch: (most: number) => Promise<number>): Promise<Swept> {
  for (let times = 0; times < batchesMax; times++) if ((await batch(batchSize)) < batchSize) return 'done'
  return 'more'
}
const batchSize = 500
const batchesMax = 100
