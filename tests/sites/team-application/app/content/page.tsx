import { Page } from '../../parts/page';
import './content.css';

const html =
  '<p style="color: green" class="from-content">From a content system</p><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';

export default function Content() {
  return (
    <Page title="Content">
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Page>
  );
}
