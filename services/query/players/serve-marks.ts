import { listOwnCharts } from '@stepledger/contracts/http/chart-list.ts'
import { getChartMarks, getPackMarks } from '@stepledger/contracts/http/marks.ts'
import type { ServeOwnPage } from '../serve-page.ts'
import { chartMarksPage, packMarksPage } from './marks.ts'
import { ownChartsPage } from './own-charts.ts'

/** Serves the caller's marks, which the web app adds to pages that are the same for everyone, and lists by the caller's plays. */
export function serveMarks(serveOwnPage: ServeOwnPage): void {
  serveOwnPage(getChartMarks, chartMarksPage)
  serveOwnPage(getPackMarks, packMarksPage)
  serveOwnPage(listOwnCharts, ownChartsPage)
}
