/**
 * A condition of SQL on `month_plays`: plays that means are made of. All tables of them have the same players, so the
 * count of these is one number, with one noise.
 */
export const isCompared =
  '(ranked and mean is not null and hard_ex is not null and ex is not null and itg is not null)'

export const rankedPopulation = 'chart_months.ranked'
