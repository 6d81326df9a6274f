import { getChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import { getPlay } from '@stepledger/contracts/http/plays.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { numericIdText } from '@stepledger/contracts/ids.ts'
import { useSearchParams } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { useUser } from '../../../sign-in/use-session.ts'
import { withParameters } from '../../../state/with-parameters.ts'

/** The parameter of the address that names the other play. */
const parameter = 'vs'

/** The viewer's places on the chart, and the play of the same chart that the address compares with. */
export function useComparison(play: Play) {
  const user = useUser()
  const [search, setSearch] = useSearchParams()
  const { hash } = play.chart
  const places = useRead(getChartPlaces, { params: { hash } }, { enabled: user !== null })
  const id = search.get(parameter) ?? ''
  const isChosen = numericIdText.safeParse(id).success && Number(id) !== play.id
  const read = useRead(getPlay, { params: { id } }, { enabled: isChosen })
  const other = isChosen && read.data?.chart.hash === hash ? read.data : null
  const choose = (playId: number | null) =>
    setSearch((now) => withParameters(now, { [parameter]: playId === null ? null : String(playId) }), {
      replace: true,
      preventScrollReset: true,
    })
  return {
    places: places.data?.places ?? [],
    chosen: isChosen ? Number(id) : null,
    other,
    error: isChosen ? read.error : null,
    choose,
  }
}
