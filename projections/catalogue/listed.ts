/**
 * SQL condition: lists and pages show the chart, because its boards have a player or an accepted song of a listed pack
 * contains it. The partial indexes of lists use this text, so queries must use the same.
 */
export const listedCharts = '(played or described_by is not null)'
