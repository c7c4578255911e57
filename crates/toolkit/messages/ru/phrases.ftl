### Чего ожидали и что нашли, если это не само значение. Эти слова вставляются в другие сообщения.

## Для всех форматов.

phrase-a-count = количество
phrase-a-field-of = поле структуры `{ $record }`
phrase-a-list = список
phrase-a-number = число
phrase-a-text = текст
phrase-a-value = значение
phrase-an-archive = архив
phrase-an-archive-below-4-gib = архив меньше 4 ГиБ
phrase-an-entry = запись
phrase-an-entry-elsewhere = запись, байты которой лежат в другом месте
phrase-an-entry-number = номер записи
phrase-an-entry-of-the-directory = запись каталога
phrase-an-object = объект
phrase-another = другое
phrase-at-most-4-gib = не больше 4 ГиБ
phrase-at-most-bytes = не больше { $most } { $most ->
        [one] байта
        [few] байт
       *[other] байт
    }
phrase-at-most-characters = не больше { $most } { $most ->
        [one] символа
        [few] символов
       *[other] символов
    }
phrase-at-most-entries = не больше { $most } { $most ->
        [one] записи
        [few] записей
       *[other] записей
    }
phrase-at-most-items = не больше { $most } { $most ->
        [one] элемента
        [few] элементов
       *[other] элементов
    }
phrase-at-most-levels = не больше { $most } { $most ->
        [one] уровня
        [few] уровней
       *[other] уровней
    } вложенности
phrase-at-most-one-per-byte = не больше { $most }, по числу оставшихся байт
phrase-bytes = байты
phrase-bytes-count = { $count } { $count ->
        [one] байт
        [few] байта
       *[other] байт
    }
phrase-characters = от 1 до { $most } символов из `{ $page }`
phrase-characters-of = символы из `{ $page }`
phrase-entry-padding-or-gap = `entry`, `padding` или `gap`
phrase-fault-at = `{ $field }` по смещению { $offset }: { $fault }
phrase-fault-in = `{ $field }`: { $fault }
phrase-hex-digits = шестнадцатеричные цифры
phrase-hex-digits-or-blob = шестнадцатеричные цифры или номер блока данных
phrase-items = { $count } { $count ->
        [one] элемент
        [few] элемента
       *[other] элементов
    }
phrase-its-length = { $length } — столько в нём элементов
phrase-its-place-among-strays = место записи в списке `frame.strays`
phrase-json-at = { $reason } (строка { $line }, столбец { $column })
phrase-json-cut = JSON обрывается
phrase-json-field-missing = нет поля `{ $field }`
phrase-json-field-unknown = неизвестное поле `{ $field }`
phrase-json-kind = значение не того вида
phrase-json-syntax = ошибка в записи JSON
phrase-length-that-fits = длина, которая помещается в `{ $shape }`
phrase-more = больше
phrase-more-bytes = ещё { $count } { $count ->
        [one] байт
        [few] байта
       *[other] байт
    }
phrase-no-settings = настроек быть не должно
phrase-none = ничего
phrase-nothing = ничего
phrase-number-padding-or-gap = номер записи, "padding" или "gap"
phrase-one-more = на один больше
phrase-one-of = одно из: { $names }
phrase-or = { $first } или { $second }
phrase-other-sizes = записи других размеров или другое их число
phrase-others = другое
phrase-range = от { $least } до { $most }
phrase-same-sizes = записи тех же размеров, потому что у «{ $name }» общие байты с другими
phrase-sensible-header = осмысленный заголовок
phrase-some = что-то
phrase-something-else = другое
phrase-text = текст
phrase-the-end = конец данных
phrase-true-or-false = `true` или `false`
phrase-truncated = нужно { $needed } { $needed ->
        [one] байт
        [few] байта
       *[other] байт
    }, осталось { $left }
phrase-unexpected = ожидалось: { $wanted }; найдено: { $found }

## Библиотека.

phrase-a-file = файл
phrase-a-loose-file = файл
phrase-a-folder-of-its-own = отдельная папка
phrase-a-form-of-no-other-file = вид, которого нет у других файлов этой записи
phrase-a-known-format = формат, известный Relict
phrase-a-picture = картинка
phrase-a-readable-file = файл, который можно прочитать
phrase-an-archive-without-new-errors = архив без новых ошибок
phrase-both-or-none = оба или ни одного
phrase-both-of-them-or-none = и то и другое или ничего
phrase-file-or-folder = либо файл, либо папка
phrase-folder-of-another-entry = папка другой записи
phrase-json = JSON
phrase-nothing-since-no-form = ничего: у записи нет файла для редактирования
phrase-nothing-since-no-png = ничего: файл — не PNG
phrase-same-fields = те же поля на тех же местах
phrase-what-the-archive-gives-back = то, что архив может вернуть
phrase-what-was-edited = отредактированное содержимое

## «Паркан».

phrase-a-bad-header = заголовок непригоден
phrase-a-file-of-a-known-type = файл, тип которого ясен из содержимого или из записей с таким же окончанием
phrase-a-finite-number = конечное число
phrase-a-list-of-calls = список вызовов
phrase-a-number-from = число от { $least } до { $most }
phrase-a-path-inside = путь внутри папки, например `mini.rlb/unit.wea`
phrase-a-time-on-one-side = время не меньше 0 хотя бы с одной стороны
phrase-an-offset-from = смещение не меньше { $least }, с которого начинается отсчёт по концевику
phrase-both = { $first } и { $second }
phrase-bytes-of-unknown-packing = упакованные байты без сведений об упаковке
phrase-bytes-outside = байты лежат за пределами архива
phrase-fewer-commands = меньше команд
phrase-four-characters-or-number = четыре символа или число
phrase-hex-digits-8 = 8 шестнадцатеричных цифр
phrase-no-more-than = не больше { $most }
phrase-numbers-or-a-seed = список чисел или объект с начальным числом
phrase-the-name-of-a-call = имя вызова
phrase-the-stream-of-entry = поток записи { $entry }
phrase-unpacked-bytes = распакованные байты
phrase-upper-case-characters = от 1 до { $most } прописных символов из `{ $page }`

## MechWarrior 3.

phrase-a-colour = цвет, например `ff8000`
phrase-a-colour-of-16-bits = цвет из 5, 6 и 5 бит; ближайший — `{ $nearest }`
phrase-a-list-below-4-gib = список, длина которого помещается в 32 бита
phrase-a-number-of-31-bits = число из 31 бита
phrase-a-number-text-or-list = число, текст или список
phrase-a-texture-by-the-flags = текстура там, где во флагах есть 0x01, и только там
phrase-a-time = время, например `1999-05-31T12:00:00.0000000Z`
phrase-an-image = изображение
phrase-as-in-the-global-palette = `{ $colour }`, как в общей палитре { $palette }: измените её в `frame.palettes` или дайте изображению свою палитру
phrase-as-the-archive-has-it = { $version }, как у архива
phrase-bytes-in-hex = { $count } { $count ->
        [one] байт
        [few] байта
       *[other] байт
    } шестнадцатеричными цифрами
phrase-colours = цвета, например `ff8000`
phrase-colours-256 = 256 цветов
phrase-corners-of-the-polygons = углы, которые указаны в многоугольниках
phrase-fewer-parts = меньше частей
phrase-links-of-this-game = ссылки той игры, к которой относится модель
phrase-lists-of-one-length = списки одной длины
phrase-lists-with-all-corners = списки, в которых есть элемент для каждого угла
phrase-no-bytes-between-entries = записи длиной в один байт без промежутков
phrase-null-since-no-palette = `null`: у изображения нет палитры
phrase-other-corners = другие углы
phrase-other-lengths = другая длина
phrase-palette-since-no-global-one = `palette`: общая палитра здесь неизвестна
phrase-since-the-palette-is-global = `{ $colour }`, потому что палитра общая: измените её в `frame.palettes` или задайте `format` = `palette`
phrase-text-or-bytes = текст или байты
phrase-version-by-checksum = 1 без контрольной суммы или 2 с ней

## Игры для телефонов.

phrase-a-byte-after-odd-data = один байт после данных нечётной длины
phrase-a-file-of-the-folder = файл из этой папки
phrase-a-length-that-the-header-holds = длина, которая помещается в заголовок
phrase-a-map = карта
phrase-a-map-of-312-or-309-bytes = карта из 312 или 309 байт
phrase-a-name-of-folders-and-file = имя из папок и файла, разделённых знаком /
phrase-a-name-of-letters = название набора букв
phrase-a-square-of-texels = квадрат из текселей
phrase-a-text-without-zeros = текст без нулевых байтов
phrase-a-texture-of-64-by-64 = текстура 64 × 64 пикселя
phrase-a-time-of-even-seconds = время с чётной секундой, например `2006-01-31T10:00:02`
phrase-an-image-below = изображение с номером меньше { $count }
phrase-an-index = индекс
phrase-an-offset-below-the-archive = смещение, которое меньше начала архива
phrase-another-choice = другой набор
phrase-at-least-a-map = хотя бы одна карта
phrase-at-least-a-range = хотя бы один диапазон
phrase-at-least-a-texture = хотя бы одна текстура
phrase-at-most-bytes-of-texts = тексты не длиннее { $most } байт
phrase-at-most-numbers = не больше { $most } { $most ->
        [one] числа
        [few] чисел
       *[other] чисел
    }
phrase-at-most-tables = не больше { $most } { $most ->
        [one] таблицы
        [few] таблиц
       *[other] таблиц
    }
phrase-bytes-12-or-16 = 12 или 16 байт
phrase-bytes-as-before = прежние { $size } { $size ->
        [one] байт
        [few] байта
       *[other] байт
    }: этот файл делит на части индекс рядом с ним; меняйте его в распакованной папке всей игры
phrase-bytes-before-the-archive = байты перед архивом
phrase-bytes-that-unpack = байты, которые можно распаковать
phrase-compact-or-wide = либо сжатый, либо широкий вид
phrase-file-number = { $number }: файлы нумеруются без пропусков
phrase-four-counters-of-32-bits = четыре 32-битных счётчика, как в «Doom RPG»
phrase-four-of-16-bits = четыре 16-битных
phrase-header-of-one-game = заголовок одной из игр
phrase-header-of-this-game = заголовок этой игры
phrase-headers-of-both-or-none = заголовки обеих или ни одного
phrase-how-it-is-packed = сведения об упаковке
phrase-letters-of = буквы из `{ $page }`
phrase-lines-of-one-encoding = строки либо в UTF-8, либо в другой кодировке
phrase-lists-of-one-form = `textures` и `sprites` либо оба узких вида; `flats` и `flat_ids` вместе или ни одного
phrase-map-number = { $number }: карты нумеруются без пропусков
phrase-no-such-place = такого места нет
phrase-none-or-several = ни одного или несколько
phrase-nothing-since-it-follows = ничего: значение следует из списков
phrase-one-list-of-entities = один список объектов
phrase-one-with-a-zero = текст с нулевым байтом
phrase-only-numbers = хотя бы одно число и ничего, кроме чисел
phrase-palettes-of-one-form = `stated_size` или `header` вместе с `palettes` либо только `sized`
phrase-parts = { $count } { $count ->
        [one] часть
        [few] части
       *[other] частей
    }
phrase-parts-of-one-build = части одной сборки
phrase-parts-of-two-or-not-all = части двух сборок или не все
phrase-place-of-one-of-tables = место одной из таблиц (всего их { $count })
phrase-place-of-table = номер { $table } в списке мест: у каждой таблицы есть число
phrase-resources-of-a-game = ресурсы игры
phrase-six = шесть
phrase-stored-or-deflate = "stored" или "deflate"
phrase-stored-or-deflate-since-new = "stored" или "deflate": байты новые
phrase-texture-number = { $number }: текстуры нумеруются без пропусков
phrase-whole-pages-of-letters = целые страницы по { $size } { $size ->
        [one] букве
        [few] буквы
       *[other] букв
    }

## PNG, glTF и OBJ.

phrase-png-none = это не PNG
phrase-png-too-large = слишком большой PNG: { $width }×{ $height } пикселей
phrase-png-broken = PNG повреждён ("{ $why }")
phrase-png-unwritable = картинку { $width }×{ $height } с числом пикселей { $pixels } нельзя записать в PNG
phrase-png-no-size = нет размера
phrase-png-no-palette = нет палитры
phrase-gltf-none = это не glTF
phrase-gltf-broken = glTF повреждён: { $why }
phrase-gltf-version = версия glTF — { $version }, а читается версия 2
phrase-gltf-too-large = glTF слишком велик
phrase-gltf-not-triangles = сетка «{ $mesh }» состоит не из треугольников
phrase-gltf-missing-file = нет файла «{ $file }»
phrase-gltf-file-elsewhere = «{ $file }» лежит не рядом с файлом
phrase-gltf-extension = для этого glTF нужно неизвестное расширение «{ $name }»
phrase-gltf-unwritable = сцену нельзя записать в glTF: { $why }
phrase-gltf-accessor-without-indices = в `accessor` { $accessor } нет индексов
phrase-gltf-animation-kind = анимация неизвестного вида
phrase-gltf-bad-base64 = данные не в base64 ("{ $why }")
phrase-gltf-buffer-size = буфер должен занимать { $stated } { $stated ->
        [one] байт
        [few] байта
       *[other] байт
    }, а занимает { $size }
phrase-gltf-buffer-without-bytes = буфер без байтов
phrase-gltf-corners = углы не складываются в треугольники
phrase-gltf-cut = файл обрывается
phrase-gltf-data-not-base64 = данные не в base64
phrase-gltf-first-chunk = первый блок — не JSON
phrase-gltf-mesh-kind = сетка «{ $mesh }» состоит из неизвестных фигур
phrase-gltf-no-accessor = нет `accessor` { $accessor }
phrase-gltf-no-material = нет материала { $material }
phrase-gltf-no-mesh = нет сетки { $mesh }
phrase-gltf-no-node = нет узла { $node }
phrase-gltf-no-sampler = нет `sampler` { $sampler }
phrase-gltf-numbers-outside = числа за пределами `bufferView` { $view }
phrase-gltf-numbers-overlap = числа в `bufferView` { $view } перекрываются
phrase-gltf-odd-accessor = `accessor` { $accessor } не того вида, который нужен
phrase-gltf-scene-nodes = сцена показывает узел, которого нет, который не верхний или который указан дважды
phrase-gltf-sparse-kind = разреженные номера неизвестного вида
phrase-gltf-sparse-place = разреженный номер { $place }, а всего их { $count }
phrase-gltf-too-many-bytes = { $size } { $size ->
        [one] байт
        [few] байта
       *[other] байт
    } — слишком много для одного файла
phrase-gltf-triangle-vertex = треугольник с вершиной { $vertex }, а всего их { $count }
phrase-gltf-two-parents = у узла { $node } два родителя
phrase-gltf-values-at-times = значений { $values }, а моментов времени { $times }
phrase-gltf-vertex-count = `accessor` { $accessor } не на столько вершин, сколько их есть: { $vertices }
phrase-gltf-view-outside = `bufferView` { $view } выходит за свой буфер
phrase-obj-none = это не OBJ
phrase-obj-broken = OBJ повреждён, строка { $line }: { $why }
phrase-obj-too-large = OBJ слишком велик
phrase-obj-outline = контур грани объекта «{ $object }» (строка { $line }, углов: { $corners }) пересекает или касается сам себя
phrase-obj-unwritable = сцену нельзя записать в OBJ: { $why }
phrase-obj-face-corners = грань с числом углов { $corners }
phrase-obj-missing-number = не хватает числа
phrase-obj-no-vertex = в «{ $corner }» не указана вершина
phrase-obj-not-a-number = «{ $text }» — не число
phrase-obj-outside = номер «{ $place }» из «{ $corner }» за пределами списка (в нём { $count })
phrase-scene-malformed = `{ $field }` не согласуется с остальным
phrase-scene-not-finite = в `{ $field }` есть `NaN` или бесконечность
phrase-texture-unwritable = текстура «{ $name }»: { $why }
