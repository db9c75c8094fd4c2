import { Mark } from '../../parts/mark';
import './content.css';

const html =
  '<p style="color: green" class="from-content">From a content system</p><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';

export default function Content() {
  return (
    <main>
      <h1>Content</h1>
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <Mark />
    </main>
  );
}
