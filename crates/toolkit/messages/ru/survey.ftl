### Что считает сводка: `claim-…` — утверждения, которые в каждом случае верны или нет; `tally-…` — числа, значения которых считаются.

claim-nres-sorted-by-folded-names = Таблица поиска перечисляет все имена в порядке их строчных букв, а одинаковые — в порядке каталога
claim-nres-tight = Между данными записей нет ничего, кроме нулей до следующего кратного восьми
claim-nres-ascii-names = Имя записи — ASCII
claim-rsli-counted-twice = Второе число записей равно первому
claim-rsli-unpacked-total = В заголовке указано, сколько байтов дают все записи после распаковки
claim-rsli-presorted = Таблица имён хранится в файле
claim-rsli-no-trailer = Нет концовки, которая сдвигает смещения
tally-rsli-flags = Флаги записей
claim-pal-symmetric = Смесь двух цветов не зависит от их порядка
claim-pal-mixed-with-itself = Цвет, смешанный с самим собой, даёт свой номер
claim-mat0-version-six = attr2 записи равен 6
claim-mat0-no-damage = Материал не наносит урона тому, кто на нём стоит
claim-mat0-no-speed = Материал не меняет скорость того, кто на нём стоит
claim-mat0-ambient-alpha-full = Фоновая альфа фазы равна 100
tally-mat0-attr1 = attr1 материалов
tally-mat0-phases = Фазы материала
tally-mat0-animations = Анимации материала
tally-mat0-powers = Степени блика фаз
tally-mat0-modes = Режимы анимаций
claim-texm-nothing-behind = За пикселями нет ничего, кроме одной страницы прямоугольников
claim-texm-has-page = Текстура — атлас
claim-texm-mean-index = Слово по смещению 0x18 равно единственному пикселю последнего уровня, если пиксели — номера цветов
tally-texm-formats = Форматы пикселей текстур
tally-texm-flags4 = `flags4` текстур
tally-texm-flags5 = `flags5` текстур
claim-wear-numbers-are-places = Число в строке равно её месту
claim-wear-crlf = Все строки кончаются на CRLF
claim-wear-one-empty-line = Перед картами освещения стоит одна пустая строка
claim-wear-one-lightmap = В таблице с картами освещения она одна
claim-msh-no-ground = Это модель, а не поверхность карты
claim-msh-bounds-hold-vertices = Короб слота вмещает все вершины его пакетов
claim-msh-vertex-counts = Число вершин пакета на единицу больше его наибольшего индекса
claim-msh-batches-tile-indices = Пакеты следуют друг за другом от первого индекса до последнего
claim-msh-wound-as-normals = Из ста треугольников хотя бы 95 обращены туда же, куда нормали их углов
claim-msh-no-lightmap = У пакета нет карты освещения
claim-msh-no-portal = Пакет — не портал
claim-msh-no-point-light = У пакета нет бита 0x800, имитации точечного света
claim-msh-unit-rotations = Длина поворота ключа равна 1
claim-msh-sphere-half-diagonal = Радиус сферы слота — половина диагонали его короба
tally-msh-node-flags = Флаги узлов
tally-msh-batch-flags = Флаги пакетов
claim-fxid-attributes = Атрибуты записи — 0, 0 и 1
claim-fxid-no-random-shift = Случайный сдвиг равен нулю
claim-fxid-nothing-behind = За последней командой ничего нет
claim-fxid-sound-direction-x = Направление звука в конце — вдоль X
tally-fxid-time-modes = Режимы времени эффектов
tally-fxid-opcodes = Коды команд
tally-fxid-sound-modes = Режимы звуков
claim-flt-box-holds-vertices = Короб сетки вмещает все её вершины
claim-flt-matrix-from-angles = Матрица в точности следует из углов и масштаба
claim-flt-scale-one = Масштаб равен 1
claim-flt-radius-from-box = Радиус сетки — половина диагонали её короба
tally-flt-classes = Классы узлов
tally-flt-update-flags = `update_flags` узлов
tally-flt-mesh-kinds = Виды сеток
claim-materials-texture-without-ending = Имя текстуры не кончается на `.tif`
tally-materials-soils = Виды грунта
tally-materials-flags = Флаги материалов
claim-motion-loops-close = Последний отсчёт части совпадает с первым
tally-motion-versions = Версии движений
claim-mw3-image-no-palette = У изображения есть цвета и нет палитры
tally-mw3-image-flags = Флаги изображений без пометок запущенной игры
tally-mw3-image-stretches = Как растягиваются изображения
claim-orc-map-from-six-thousand = Слово по смещению 0x1E — от 6000 до 6099
tally-orc-map-versions = Версии заголовков карт
claim-new-map-no-flags = Флаги карты равны 0
tally-new-map-versions = Версии карт
claim-shapes-first-rule = Указанное место — по первому правилу, две единицы на отрезок
claim-shapes-second-rule = Указанное место — по второму правилу, одна единица на отрезок
claim-sine-table-nearest = Синус — ближайшее к нему целое число
claim-midi-tracks = Блок за заголовком — дорожка
tally-midi-kinds = Виды мелодий

cli-surveying = сбор сводки
cli-survey-total = { $files ->
        [one] { $files } файл
        [few] { $files } файла
       *[many] { $files } файлов
    }, { $assets ->
        [one] { $assets } ресурс
        [few] { $assets } ресурса
       *[many] { $assets } ресурсов
    }: { $formats ->
        [one] { $formats } формат
        [few] { $formats } формата
       *[many] { $formats } форматов
    }, { $errors ->
        [one] { $errors } ошибка
        [few] { $errors } ошибки
       *[many] { $errors } ошибок
    }, { $warnings ->
        [one] { $warnings } предупреждение
        [few] { $warnings } предупреждения
       *[many] { $warnings } предупреждений
    }; { $broken ->
        [0] всё прочитанное записывается обратно байт в байт
        [one] { $broken } ресурс не записывается обратно байт в байт
        [few] { $broken } ресурса не записываются обратно байт в байт
       *[many] { $broken } ресурсов не записываются обратно байт в байт
    }.
cli-survey-written = Отчёт записан в { $path }. В нём нет содержимого игры: только имена и хеши файлов, коды, имена полей, счётчики и отдельные числа, общие для многих записей.
cli-survey-dry-run = Отчёт был бы записан в { $path }.
cli-survey-claims = Утверждения книги
cli-survey-tallies = Понятные значения
cli-survey-fields = Поля с неизвестным смыслом
cli-survey-compared = { $differ ->
        [0] Различий нет
        [one] Отличается { $differ } строка
        [few] Отличаются { $differ } строки
       *[many] Отличаются { $differ } строк
    }; { $agree ->
        [one] сходится { $agree } строка
        [few] сходятся { $agree } строки
       *[many] сходятся { $agree } строк
    }.
cli-survey-left-out = { $count ->
        [one] { $count } строку
        [few] { $count } строки
       *[many] { $count } строк
    } из { $b } не с чем сравнить в { $a }.
cli-survey-held = { $held } из { $cases }
cli-survey-found = { $findings } в { $assets }
cli-survey-file = { $size } байт
cli-head-code = код
cli-head-type = тип
cli-head-claim = утверждение
cli-head-held = верно
cli-head-tally = число
cli-head-unknown-field = запись и поле
cli-head-cases = случаи
cli-head-found-values = значения
cli-head-bytes = байты
cli-head-assets = ресурсы
cli-head-round-trip = записано обратно
cli-head-errors = ошибки
cli-head-warnings = предупреждения
cli-head-section = о чём
cli-head-what = что
cli-head-verdict = итог
cli-head-source = кто измерил
cli-survey-no-format = неизвестного формата
cli-section-file = файл
cli-section-format = формат
cli-section-round-trip = записано обратно
cli-section-unknown = неизвестный тип
cli-section-finding = находка
cli-section-claim = утверждение
cli-section-tally = значение
cli-section-field = поле
cli-verdict-differs = отличается
cli-verdict-only-a = только в первом
cli-verdict-only-b = только во втором
cli-verdict-agrees = сходится
cli-verdict-same = совпадает
survey-not-a-report = { $path } — не отчёт команды `relict survey`.
    .about = `relict survey --compare` принимает отчёты, созданные `relict survey`, или имя эталонного отчёта.
    .help = Создайте отчёт командой `relict survey ПАПКА --out report.json`. Эталонные отчёты: `parkan-iron-strategy`.
