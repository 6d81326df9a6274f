/**
 * SQL condition on `month_plays` for plays that are part of means. All tables use the same condition, so that the count
 * of players is one number with one noise.
 */
export const isCompared =
  '(ranked and mean is not null and hard_ex is not null and ex is not null and itg is not null)'

export const rankedPopulation = 'chart_months.ranked'
