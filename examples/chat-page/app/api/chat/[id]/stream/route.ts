import { resumed } from '../../../../../server/chat.ts'

export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/chat/[id]/stream'>,
) {
  return resumed((await params).id)
}
