import { html } from '../core/html.js';
import { format } from '../core/url.js';
import { Tabs } from '../parts/small.js';
import { Backup } from './admin-backup.js';
import { Health } from './admin-health.js';
import { ImportAndExport } from './admin-import.js';
import { IndexState } from './admin-index.js';
import { SettingsInForce } from './admin-settings.js';
import { Tenant } from './admin-tenant.js';
import { Tokens } from './admin-tokens.js';

const PARTS = [['tokens', 'Tokens', Tokens], ['tenant', 'Quotas', Tenant], ['index', 'Search index', IndexState], ['import', 'Import and export', ImportAndExport],
    ['backup', 'Backup', Backup], ['settings', 'Settings', SettingsInForce], ['health', 'Health', Health]];

/** View 11: what administrators need: tokens, quotas, the search index, import and export, backup, settings in force, health. */
export default function AdminView({ route }) {
    const chosen = PARTS.find(([key]) => key === route.params.part) ?? PARTS[0];
    const [, , Component] = chosen;
    return html`<div class="page"><header><h1 tabindex="-1">Administration</h1></header>
        <${Tabs} label="Parts of the administration" tabs=${PARTS.map(([key, title]) => ({ title, href: format(['admin', key]), current: key === chosen[0] }))} />
        <${Component} key=${chosen[0]} query=${route.query} /></div>`;
}
