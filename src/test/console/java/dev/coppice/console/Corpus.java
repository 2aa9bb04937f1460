package dev.coppice.console;

import java.util.List;

/** Texts that attack a page that shows them carelessly. */
final class Corpus {

    private Corpus() {}

    /** For texts of any kind. */
    static final List<String> TEXTS = List.of(
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "\"><img src=x onerror=alert(1)>",
            "'><svg/onload=alert(1)>",
            "<svg><script>alert(1)</script></svg>",
            "<iframe srcdoc=\"<script>parent.alert(1)</script>\"></iframe>",
            "<img src=\"http://evil.example/pixel.png\">",
            "![pixel](http://evil.example/pixel.png)",
            "[link](javascript:alert(1))",
            "<a href=\"javascript:alert(1)\">link</a>",
            "<style>@import 'http://evil.example/x.css'; * { display: none }</style>",
            "<link rel=stylesheet href=http://evil.example/x.css>",
            "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
            "<base href=http://evil.example/>",
            "<form action=http://evil.example/><button>Send</button></form>",
            "<object data=data:text/html,<script>alert(1)</script>></object>",
            "${alert(1)} {{constructor.constructor('alert(1)')()}} #{alert(1)}",
            "javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "</script><script>alert(1)</script>",
            "</textarea></title></style><script>alert(1)</script>",
            "<x onclick=alert(1) onfocus=alert(1) autofocus tabindex=1>",
            "--><script>alert(1)</script><!--",
            "<mark>not a mark</mark>",
            "\u202eright to left\u202c \u0007 \u2028",
            "constructor __proto__ toString");

    /** All texts as one. */
    static String all() {
        return String.join("\n", TEXTS);
    }

    /** For ids, which have no slashes and no control characters. */
    static String id(String prefix) {
        return Seeds.unique(prefix)
                + "\"'><img src=x onerror=alert(1)>&{{alert(1)}} javascript:alert(1) %3Cscript%3E#?=;";
    }
}
