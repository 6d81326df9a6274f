import { z } from 'zod'
import { grade } from './grade.ts'

/** Limits of the rules: milestones, and different pairs of system and grade in them, which each play is compared with. */
export const maxMilestones = 40
export const maxGoals = 10

const head = {
  /** Names the milestone to clients: it does not change once the rules are published. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** Shown to players. */
  name: z.string().min(1).max(60),
}

/** A counting play with this grade or a better one, on the board of this system. */
const goal = { system: z.string(), grade }

/** The first play that reaches the goal. */
const gradeMilestone = z.strictObject({ ...head, kind: z.literal('grade'), ...goal })

/** The goal on this many different charts of one meter; once for each meter. */
const meterMilestone = z.strictObject({
  ...head,
  kind: z.literal('meter'),
  charts: z.int().min(2).max(10_000),
  ...goal,
})

/** This many steps in all: judged rows of plays that are not withdrawn, counting or not. */
const stepsMilestone = z.strictObject({
  ...head,
  kind: z.literal('steps'),
  steps: z.int().min(1).max(1_000_000_000_000),
})

/** The goal on every chart of a pack of at least `minCharts`; once for each pack. */
const packMilestone = z.strictObject({
  ...head,
  kind: z.literal('pack'),
  minCharts: z.int().min(1).max(10_000),
  ...goal,
})

/**
 * What a player can reach once, or once for each meter or pack. It is a function of the plays that are not withdrawn, by
 * when they were played, and of the charts and packs as they are.
 */
export const milestone = z.discriminatedUnion('kind', [
  gradeMilestone,
  meterMilestone,
  stepsMilestone,
  packMilestone,
])
export type Milestone = z.infer<typeof milestone>
